import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eventually } from '@strand/platform/testing/eventually'
import { onTestFinished } from 'vitest'
import { startChildProcess } from './child-process.ts'

export const temporaryFolder = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-main-'))
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Runs `npm start` as a child process; `printed` returns its output so far. `inShell` runs it as
 * npm does, as the child of a shell that passes no signals on: `kill` then ends the shell. `under`
 * is a program that runs it in a process group of its own.
 */
export const startShopProcess = (
  settings: Record<string, string>,
  { inShell = false, under }: { inShell?: boolean; under?: string[] } = {},
) => {
  const command: [string, ...string[]] = [
    process.execPath,
    'tools/node24.mjs',
    'all-in-one/main.ts',
  ]
  const shell: [string, ...string[]] = ['/bin/sh', '-c', `${command.join(' ')}; exit $?`]
  const [file, ...parameters] = inShell ? shell : command
  const [first = file, ...rest] = [...(under ?? []), file, ...parameters]
  // The tests also run on a machine whose disk is nearly full.
  const environment = { DISK_RESERVE: '0', ...settings }
  const child = startChildProcess([first, ...rest], environment, 'SIGINT', {
    inOwnGroup: under !== undefined,
  })
  const { pid, printed, ended, kill, killGroup } = child
  return {
    pid,
    printed,
    ended,
    kill,
    killGroup,
    /** The process id of the shop itself, which its parent starts again when it stops. */
    shopPid: async () =>
      Number((await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).trim()),
    /** The address in the output of the open shop; throws the output if the shop ends before. */
    open: async () => {
      const address = () => /Customers +(\S+)/.exec(printed())?.[1]
      const found = await Promise.race([
        eventually(address),
        ended.then(() => {
          throw new Error(printed())
        }),
      ])
      return found as string
    },
  }
}

export const signIn = async (address: string, password: string): Promise<number> => {
  const answer = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'owner@strand.example', password }),
  })
  return answer.status
}

/** The password for the owner's first sign-in; '' if none was printed. */
export const passwordIn = (printed: string): string =>
  /password (\S+) \(shown once/.exec(printed)?.[1] ?? ''
