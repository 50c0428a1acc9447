import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { silentLog } from '@strand/event-sourcing/log'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openFiles } from './open.ts'
import { filesContract, inChunks, keysOf, newKey } from './testing/file-store.contract.ts'

const freshFolder = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return path.join(folder, 'files')
}
const openFolder = (folder: string) => openFiles(pathToFileURL(folder).href, { log: silentLog })
const writer = fileURLToPath(new URL('./testing/write-file-process.ts', import.meta.url))

describe('files in a folder', () => {
  filesContract(async () => pathToFileURL(await freshFolder()).href)

  test("only the server's own user can read a file or list its folders", async () => {
    const folder = await freshFolder()
    const files = await openFolder(folder)
    const key = newKey()
    await files.write(key, inChunks(Buffer.from('proof')))
    const mode = async (name: string) => (await stat(name)).mode & 0o777
    expect(await mode(path.join(folder, key.slice(0, 2), key))).toBe(0o600)
    expect(await mode(path.join(folder, key.slice(0, 2)))).toBe(0o700)
    expect(await mode(folder)).toBe(0o700)
  })

  test('a process that is killed while writing leaves no partial file under the final name', async () => {
    const folder = await freshFolder()
    const files = await openFolder(folder)
    const child = spawn(process.execPath, [writer, pathToFileURL(folder).href, '100000000'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await keysOf(files)).toEqual([])
    expect(await readdir(path.join(folder, 'incoming'))).toHaveLength(1)
  })

  test('leftovers of a crash are deleted at a later start, but not files being written', async () => {
    const folder = await freshFolder()
    await openFolder(folder)
    const [old, fresh] = ['old', 'fresh'].map((name) => path.join(folder, 'incoming', name))
    for (const name of [old, fresh]) await writeFile(name ?? '', 'half')
    const yesterday = new Date(Date.now() - 86_400_000)
    await utimes(old ?? '', yesterday, yesterday)
    await openFolder(folder)
    expect(await readdir(path.join(folder, 'incoming'))).toEqual(['fresh'])
  })

  // The shell's limit on file sizes makes a write fail like a full disk.
  test.skipIf(process.platform === 'win32')(
    'a full disk leaves no file and makes the store unavailable',
    async () => {
      const folder = await freshFolder()
      const files = await openFolder(folder)
      const child = spawn(
        'sh',
        [
          '-c',
          'ulimit -f 64; exec "$0" "$@"',
          process.execPath,
          writer,
          pathToFileURL(folder).href,
          '1000000',
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      )
      const said: string[] = []
      child.stdout.setEncoding('utf8').on('data', (text: string) => said.push(text))
      await once(child, 'close')
      expect(said.join('')).toContain('failed: unavailable')
      expect(await keysOf(files)).toEqual([])
      expect(await readdir(path.join(folder, 'incoming'))).toEqual([])
    },
  )

  test('a removed folder is not healthy', async () => {
    const folder = await freshFolder()
    const files = await openFolder(folder)
    await rm(folder, { recursive: true })
    await expect(files.health()).rejects.toMatchObject({ code: 'unavailable' })
  })
})
