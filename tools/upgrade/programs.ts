import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import path from 'node:path'

export type Program = {
  /** Stops the program, and returns how many milliseconds that took. */
  stop: () => Promise<number>
  hasEnded: () => boolean
}

/** Starts and ends a shop's processes; their output goes into the folder `logs`. */
export const openPrograms = (logs: string) => {
  mkdirSync(logs, { recursive: true })
  const running = new Set<ChildProcess>()
  const needed: (() => Promise<unknown>)[] = []
  let count = 0

  const spawned = (release: string, file: string, settings: Record<string, string>) => {
    const name = `${String(++count).padStart(2, '0')}-${file.replaceAll('/', '-')}.log`
    const output = openSync(path.join(logs, name), 'w')
    const child = spawn(process.execPath, [file], {
      cwd: release,
      env: { PATH: process.env.PATH ?? '', ...settings },
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    running.add(child)
    child.once('exit', () => running.delete(child))
    return child
  }
  const end = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }

  return {
    start: (release: string, file: string, settings: Record<string, string>): Program => {
      const child = spawned(release, file, settings)
      const stop = async () => {
        const began = performance.now()
        await end(child)
        return performance.now() - began
      }
      return { stop, hasEnded: () => child.exitCode !== null || child.signalCode !== null }
    },
    /** Runs a program to its end. Throws if it fails. */
    run: async (release: string, file: string, settings: Record<string, string>): Promise<void> => {
      const [code] = await once(spawned(release, file, settings), 'exit')
      if (code !== 0) throw new Error(`${file} ended with ${code}: see ${logs}`)
    },
    /** Registers something that the programs need, and that must stop after them. */
    atEnd: (stop: () => Promise<unknown>) => void needed.push(stop),
    stopAll: async () => {
      await Promise.all([...running].map(end))
      for (const stop of needed.splice(0)) await stop()
    },
  }
}
export type Programs = ReturnType<typeof openPrograms>
