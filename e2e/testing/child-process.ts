import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { compiled } from '@strand/platform/testing/compiled'
import { onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Runs a program in the project's folder with this environment only, until the test ends. `printed`
 * returns its output so far; `ended` resolves with its exit code (null after a signal).
 */
export const startChildProcess = (
  [file, ...parameters]: [file: string, ...parameters: string[]],
  env: Record<string, string>,
  endWith: NodeJS.Signals,
  { inOwnGroup = false }: { inOwnGroup?: boolean } = {},
) => {
  const child = spawn(file, parameters, {
    cwd: root,
    env: { ...compiled, ...env },
    detached: inOwnGroup,
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill(endWith)
    await ended
  })
  return {
    pid: child.pid,
    printed: () => printed,
    ended,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Signals the program and its descendants, except those that have left its process group. */
    killGroup: (signal: NodeJS.Signals) => inOwnGroup && process.kill(-(child.pid ?? 0), signal),
  }
}
