import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { RunAs } from './embedded-user.ts'

const run = promisify(execFile)
const isWindows = process.platform === 'win32'

/**
 * The locale of a new database. ICU sorts everywhere, so this locale only has to exist: macOS has
 * no C.UTF-8, and Windows accepts UTF-8 with any locale.
 */
export const locale = isWindows ? 'C' : process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'

/**
 * The environment of Postgres. It leaves out ours, which has secrets and a locale that Postgres
 * would adopt. On Windows, `pg_ctl` and `initdb` start the server through the command processor,
 * which needs these variables; Node adds the system's folders.
 */
const environment: NodeJS.ProcessEnv = isWindows
  ? // biome-ignore lint/style/noProcessEnv: set by Windows itself, not a setting
    { ComSpec: process.env.ComSpec, TZ: 'UTC' }
  : { LC_ALL: locale, TZ: 'UTC', PATH: '/usr/bin:/bin' }

/**
 * Starts a program. Ctrl-C in a terminal must reach only node, which closes its connections first.
 * So the program is detached or, on Windows, gets a hidden terminal of its own.
 *
 * @param errors `ignore` for a program that passes its standard error on to a server, which keeps
 *   it open
 */
export const spawnAs = (
  runAs: RunAs,
  file: string,
  parameters: string[],
  errors: 'pipe' | 'ignore' = 'pipe',
): ChildProcess => {
  const [command = file, ...rest] = [...runAs.prefix, file, ...parameters]
  const child = spawn(command, rest, {
    ...(runAs.prefix.length === 0 && runAs.uid !== undefined
      ? { uid: runAs.uid, gid: runAs.gid }
      : {}),
    env: environment,
    cwd: '/',
    detached: !isWindows,
    windowsHide: true,
    stdio: ['ignore', 'ignore', errors],
  })
  child.stderr?.setEncoding('utf8')
  return child
}

/** Resolves to the exit code and the last 2,000 characters of standard error. */
export const ended = (child: ChildProcess) =>
  new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    let output = ''
    child.stderr?.on('data', (text: string) => {
      output = (output + text).slice(-2000)
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output: output.trim() }))
  })

/**
 * The server in `postmaster.pid`, if it is alive and serves this folder; `stale` if another program
 * has the pid now, so that Postgres would refuse to start. In a container, the pid may be that of a
 * server in another container; `lockFolder` notices.
 */
export const findLeftOver = async (
  folder: string,
): Promise<{ pid: number; port: number } | 'stale' | null> => {
  const lines = (await readFile(pidFileOf(folder), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return null
  const command = await commandOf(pid)
  if (command !== null && !serves(command, folder)) return 'stale'
  return { pid, port: Number(lines[3]) }
}

export const pidFileOf = (folder: string) => path.join(folder, 'postmaster.pid')

/** The exit code of `flock` if another process holds the lock. */
export const lockedElsewhere = 75

/**
 * The words to put before a server's command, so that the server holds the kernel's lock on its
 * folder until the server's last process has ended, which may be a moment after the server was
 * killed. Postgres itself would not notice a server in another container: two containers may share
 * the folder, but neither sees the other's processes and shared memory. Containers run Linux and
 * have util-linux's `flock`.
 *
 * @param isStale whether to remove the pid file, once the lock rules out another server
 */
export const lockFolder = (folder: string, isStale: boolean): string[] => {
  const flock = ['/usr/bin/flock', '/bin/flock'].find((file) => existsSync(file))
  if (process.platform !== 'linux' || !flock) return []
  const lock = [flock, '--no-fork', '--timeout', '10', '--conflict-exit-code', `${lockedElsewhere}`]
  const remove = ['sh', '-c', 'rm -f "$0" && exec "$@"', pidFileOf(folder)]
  return [...lock, folder, ...(isStale ? remove : [])]
}

/** The command of a process, its words separated by spaces; null if the process has ended. */
const commandOf = async (pid: number): Promise<string | null> => {
  try {
    if (process.platform === 'linux')
      return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim()
    const { stdout } = isWindows
      ? await run('powershell', [
          '-NoProfile',
          '-Command',
          `(Get-CimInstance Win32_Process -Filter 'ProcessId = ${pid}').CommandLine`,
        ])
      : await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
    return stdout.trim() || null
  } catch {
    return null
  }
}

/**
 * Whether a command starts a server on a folder. The command may name the folder as given, or in
 * the form that `pg_ctl` uses on Windows.
 */
export const serves = (command: string, folder: string): boolean =>
  `${command} `.includes(` -D ${folder} `) ||
  command.toLowerCase().includes(` -d "${folder.replaceAll('\\', '/').toLowerCase()}" `)

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  // An ended process stays in the list until its parent reaps it, which an init process may never
  // do.
  const state = /\) (\w)/.exec(readIfThere(`/proc/${pid}/stat`))?.[1]
  return state !== 'Z'
}

const readIfThere = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Stops a server with SIGINT, Postgres' fast shutdown. If it still runs after 20 s, kills it, so
 * that the next start must recover. On Windows, node's signals can only kill, so `pg_ctl` sends
 * SIGINT.
 */
export const end = async (pid: number, pgCtl: string): Promise<void> => {
  if (!isAlive(pid)) return
  if (isWindows) await ended(spawnAs({ prefix: [] }, pgCtl, ['kill', 'INT', String(pid)]))
  else process.kill(pid, 'SIGINT')
  for (let waited = 0; isAlive(pid); waited += 20) {
    if (waited === 20_000) process.kill(pid, 'SIGKILL')
    if (waited > 25_000) throw new Error(`Postgres (process ${pid}) does not end`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
