import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { backoffDelay } from '@strand/event-sourcing/async/backoff'

/** In milliseconds: the growing pauses before a child that keeps failing is started again. */
const restarts = { first: 500, longest: 30_000, jitter: 0 }
/**
 * In milliseconds: after running for this long, a shop counts as healthy, and its earlier failures
 * are forgotten.
 */
const healthyAfter = 60_000

/**
 * In megabytes: the size of the heap's part for new objects. It is a fraction of Node's default, so
 * that the garbage of a flood of requests is collected before it reaches a quarter of a gigabyte.
 */
const heap = ['--max-semi-space-size=8']

/**
 * Makes the allocator use few heaps, and return freed memory to the machine. Otherwise, after a
 * flood of requests, each thread's heap keeps fragments of the requests' buffers.
 */
const allocator = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '1048576',
}

/**
 * Calls `end` when the shell of `npm start` is gone. Killing npm ends npm and its shell, but npm 11
 * passes no signal on to the script, and the shop would go on blocking its port and folder.
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
 * Runs a shop as a child process, and starts it again if it stops by itself: a shop that ran out of
 * memory or was killed is back within seconds. A shop that cannot start prints the reason, and is
 * not started again. Passes signals on to the child; the end of npm counts as a SIGTERM. Never
 * returns: this process ends when the shop ends.
 */
export const supervise = (file: URL): void => {
  let child: ChildProcess
  let isStopping = false
  let hasBeenOpen = false
  let failures = 0

  const start = () => {
    let openedAt = Number.POSITIVE_INFINITY
    child = spawn(process.execPath, [...heap, ...process.execArgv, fileURLToPath(file)], {
      // biome-ignore lint/style/noProcessEnv: the child gets the whole environment
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
  // The child may already have the signal, from a terminal or through its process group. The child
  // ignores a second signal that arrives within a second.
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
 * Sends a signal's name as a message. If the channel is closed, the child is already ending (see
 * `exitWithParent`) and the send fails; the callback keeps that failure from ending this process.
 */
export const sendByName = (child: ChildProcess, signal: NodeJS.Signals): void => {
  child.send(signal, () => {})
}

/**
 * Call this in the child: the child ends when its parent ends in any way, because two shops must
 * not share a folder. A message with a signal's name counts as that signal.
 */
export const exitWithParent = (): void => {
  process.once('disconnect', () => process.exit(1))
  process.on('message', (message) => {
    if (message === 'SIGTERM' || message === 'SIGINT') process.emit(message)
  })
}

/**
 * Call this in the child once the shop has started; if the child stops later, the parent starts it
 * again.
 */
export const reportReady = (): void => {
  process.send?.('open')
}
