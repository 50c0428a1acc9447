import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { backoffDelay } from '@strand/event-sourcing/async/backoff'

/**
 * A child that keeps failing is restarted less and less often, after these delays in milliseconds.
 */
const restarts = { first: 500, longest: 30_000, jitter: 0 }
/** After this many milliseconds, a shop counts as healthy, and its earlier failures are forgotten. */
const healthyAfter = 60_000

/**
 * Megabytes for new objects, a third of Node's default: the garbage of a flood is then collected
 * before it reaches a quarter of a gigabyte.
 */
const heap = ['--max-semi-space-size=8']

/**
 * Makes the allocator use few heaps and return freed memory to the machine. Otherwise, fragments of
 * a flood's buffers stay in each thread's heap.
 */
const allocator = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '1048576',
}

/**
 * `kill` of `npm start` ends npm and its shell, but npm 11 does not pass the signal on to the
 * script. The shop would continue, blocking its port and folder. So this calls `end` when that
 * shell is gone.
 */
const endWithNpm = (end: () => void): void => {
  // biome-ignore lint/style/noProcessEnv: set by npm itself, not a setting
  if (process.env.npm_lifecycle_event === undefined) return
  const shell = process.ppid
  const look = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(look)
    end()
  }, 500).unref()
}

/**
 * Runs a shop as a child process, and restarts it if it stops without being asked to: a shop that
 * ran out of memory or was killed is back within seconds. A shop that cannot start has printed the
 * reason, and is not tried again. Signals are forwarded to the child, and the end of npm counts as
 * a SIGTERM. Never returns: the process ends the same way as the shop.
 */
export const supervise = (file: URL): void => {
  let child: ChildProcess
  let isStopping = false
  let hasBeenOpen = false
  let failures = 0

  const start = () => {
    let openedAt = Number.POSITIVE_INFINITY
    child = spawn(process.execPath, [...heap, ...process.execArgv, fileURLToPath(file)], {
      // biome-ignore lint/style/noProcessEnv: all of it is the child's
      env: { ...allocator, ...process.env },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    child.once('message', () => {
      hasBeenOpen = true
      openedAt = performance.now()
    })
    child.once('exit', (code, signal) => {
      if (isStopping || code === 0 || signal === 'SIGTERM' || signal === 'SIGINT')
        process.exit(code ?? 0)
      if (!hasBeenOpen) process.exit(code ?? 1)
      if (performance.now() - openedAt > healthyAfter) failures = 0
      const why = signal === 'SIGABRT' ? 'SIGABRT: out of memory?' : (signal ?? `code ${code}`)
      process.stderr.write(`\n  The shop stopped unexpectedly (${why}); starting it again\n\n`)
      setTimeout(() => isStopping || start(), backoffDelay(++failures, restarts))
    })
  }
  // The child may have received it already, from a terminal or from a signal to the whole group; a
  // repeat within a second counts as the same signal.
  const forward = (signal: NodeJS.Signals) => () => {
    isStopping = true
    if (child.exitCode !== null || child.signalCode !== null) process.exit(0)
    // On Windows, Node's signals can only kill, whatever their name.
    if (process.platform === 'win32') sendByName(child, signal)
    else child.kill(signal)
  }
  process.on('SIGTERM', forward('SIGTERM'))
  process.on('SIGINT', forward('SIGINT'))
  endWithNpm(forward('SIGTERM'))
  start()
}

/**
 * Sends a signal's name as a message. If the channel is closed, the child is already ending, as
 * `exitWithParent` says. The callback keeps that failure from ending this process.
 */
export const sendByName = (child: ChildProcess, signal: NodeJS.Signals): void => {
  child.send(signal, () => {})
}

/**
 * Call this in the child: ends it however its parent ends, because two shops must not share a
 * folder. A signal's name sent by the parent counts as that signal.
 */
export const exitWithParent = (): void => {
  process.once('disconnect', () => process.exit(1))
  process.on('message', (message) => {
    if (message === 'SIGTERM' || message === 'SIGINT') process.emit(message)
  })
}

/** Call this in the child: from now on, the parent restarts it if it stops. */
export const reportReady = (): void => {
  process.send?.('open')
}
