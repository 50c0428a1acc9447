import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { RunAs } from './embedded-user.ts'

/** Detached, so that Ctrl-C in a terminal reaches only node, which closes its connections first. */
export const spawnAs = (runAs: RunAs, file: string, parameters: string[]): ChildProcess => {
  const [command = file, ...rest] = [...runAs.prefix, file, ...parameters]
  const child = spawn(command, rest, {
    ...(runAs.prefix.length === 0 && runAs.uid !== undefined
      ? { uid: runAs.uid, gid: runAs.gid }
      : {}),
    // Pass none of our environment: it holds secrets, and a locale that Postgres would adopt.
    env: { LC_ALL: 'C.UTF-8', TZ: 'UTC', PATH: '/usr/bin:/bin' },
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  child.stderr?.setEncoding('utf8')
  return child
}

/** The exit code and the last 2,000 characters of standard error. */
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
 * The server that `postmaster.pid` names, if that process is alive and serves this folder. If the
 * pid now belongs to another program, Postgres would refuse to start, so the file is removed.
 */
export const findLeftOver = async (
  folder: string,
): Promise<{ pid: number; port: number } | null> => {
  const file = path.join(folder, 'postmaster.pid')
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return null
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
  if (command !== null && !command.split('\0').includes(folder)) {
    await rm(file, { force: true })
    return null
  }
  return { pid, port: Number(lines[3]) }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  // A process that has ended stays listed until its parent reaps it, which an init may never do.
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

/** SIGINT is Postgres' fast shutdown; after 20 s comes SIGKILL, and recovery on the next start. */
export const end = async (pid: number): Promise<void> => {
  if (!isAlive(pid)) return
  process.kill(pid, 'SIGINT')
  for (let waited = 0; isAlive(pid); waited += 20) {
    if (waited === 20_000) process.kill(pid, 'SIGKILL')
    if (waited > 25_000) throw new Error(`Postgres (process ${pid}) does not end`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
