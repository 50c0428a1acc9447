import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventually } from '@strand/platform/testing/eventually'
import { onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

export const temporaryFolder = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-main-'))
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Runs `npm start` as a child process; `printed` returns its output so far. `inShell` runs it as
 * npm does, as the child of a shell that does not forward signals: `kill` then ends the shell.
 */
export const startShopProcess = (
  settings: Record<string, string>,
  { inShell = false }: { inShell?: boolean } = {},
) => {
  const command = [process.execPath, 'tools/node24.mjs', 'all-in-one/main.ts']
  const [file = '', ...parameters] = inShell
    ? ['/bin/sh', '-c', `${command.join(' ')}; exit $?`]
    : command
  const child = spawn(file, parameters, { cwd: root, env: settings })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGINT')
    await ended
  })
  return {
    printed: () => printed,
    ended,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** The process id of the shop itself, which its parent restarts when it stops. */
    shopPid: async () =>
      Number((await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).trim()),
    /** The address it prints once it is open; throws its output if it ends before that. */
    open: async () => {
      const address = () => /Customers +(\S+)/.exec(printed)?.[1]
      const found = await Promise.race([
        eventually(address),
        ended.then(() => {
          throw new Error(printed)
        }),
      ])
      return found as string
    },
  }
}
