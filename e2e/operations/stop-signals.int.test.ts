import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@strand/platform/postgres/embedded'
import { eventually } from '@strand/platform/testing/eventually'
import { afterAll, expect, test } from 'vitest'
import { startChildProcess } from '../testing/child-process.ts'
import { startShopProcess } from '../testing/shop-process.ts'

/** The folders of `sh`, `env` and `timeout`. */
const programs = '/usr/bin:/bin'

// All tests use one shop's data, because a first start takes much longer than the others.
const folder = await mkdtemp(path.join(tmpdir(), 'strand-signals-'))
// Postgres may run as another user, who needs access to its folder.
await chmod(folder, 0o755)
afterAll(() => rm(folder, { recursive: true, force: true }))
const data = path.join(folder, 'data')

const openedShop = async (options: Parameters<typeof startShopProcess>[1]) => {
  const settings = { PATH: programs, DATA_DIR: data, PORT: String(await freePort()) }
  // Makes the shop believe that npm started it. Such a shop notices by itself when npm ends.
  const shop = startShopProcess({ ...settings, npm_lifecycle_event: 'start' }, options)
  return { shop, address: await shop.open() }
}

const pidFile = path.join(data, 'postgres/postmaster.pid')
const postgres = async () => Number((await readFile(pidFile, 'utf8')).split('\n')[0])

/** Waits for the end of the shop's Postgres, and returns whether it shut down cleanly. */
const endedInOrder = async () => {
  await eventually(() => readFile(pidFile, 'utf8').catch(() => 'gone'), 'gone')
  const control = await readFile(path.join(data, 'postgres/global/pg_control'))
  // `state` in pg_control: 1 is DB_SHUTDOWNED, which needs no recovery at the next start.
  return control.readUInt32LE(16) === 1
}

/** A process and all its descendants, in any process group. */
const treeOf = async (root: number): Promise<number[]> => {
  const parents = await Promise.all(
    (await readdir('/proc')).filter(Number).map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      return { pid: Number(pid), parent: Number(/\) \w (\d+)/.exec(stat)?.[1]) }
    }),
  )
  const below = (pid: number): number[] => [
    pid,
    ...parents.filter(({ parent }) => parent === pid).flatMap((child) => below(child.pid)),
  ]
  return below(root)
}

test('SIGTERM to the whole group shuts the shop down cleanly, including its Postgres', async () => {
  const { shop, address } = await openedShop({ inShell: true, under: ['env'] })
  shop.killGroup('SIGTERM')
  expect(await endedInOrder()).toBe(true)
  await expect(fetch(address)).rejects.toThrow()
  expect(shop.printed()).not.toContain('stopped unexpectedly')
})

test('SIGTERM to each process, as systemd sends it, shuts the shop down cleanly', async () => {
  const { shop } = await openedShop({ inShell: true, under: ['env'] })
  const tree = [...(await treeOf(shop.pid ?? 0)), ...(await treeOf(await postgres()))]
  for (const pid of new Set(tree)) signalled(pid, 'SIGTERM')
  expect(await endedInOrder()).toBe(true)
  await eventually(() => tree.filter((pid) => signalled(pid, 0)), [])
  expect(shop.printed()).not.toMatch(/"level":50|stopped unexpectedly/)
})

test('a shop ends when its npm is killed', async () => {
  const { shop, address } = await openedShop({ inShell: true })
  // npm itself kills only this shell.
  shop.kill('SIGTERM')
  expect(await endedInOrder()).toBe(true)
  await expect(fetch(address)).rejects.toThrow()
})

test('`timeout` shuts the shop down cleanly, and a command that is terminated leaves no Postgres behind', async () => {
  const { shop } = await openedShop({ under: ['timeout', '3600'] })
  shop.kill('SIGTERM')
  expect(await endedInOrder()).toBe(true)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const command = startChildProcess(
      [process.execPath, 'tools/node24.mjs', 'all-in-one/verify.ts'],
      { PATH: programs, DATA_DIR: data },
      'SIGKILL',
      { inOwnGroup: true },
    )
    await eventually(
      () => postgres().catch(() => 0),
      (pid) => pid > 0,
    )
    command.killGroup(signal)
    await command.ended
    expect(await endedInOrder()).toBe(true)
  }
})

const signalled = (pid: number, signal: NodeJS.Signals | 0) => {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
