import { type ChildProcess, fork } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ProofReading } from '@strand/contracts/order/proof-reading'
import type { FileType } from '@strand/contracts/uploads'
import { z } from 'zod'
import { confinedOptions } from './confinement.ts'

/**
 * A message to the process. The process answers with the fields that it found, or null if the file
 * cannot be read.
 */
export type ToReader = { type: FileType; bytes: Uint8Array }
const FromReader = z.object({ fields: ProofReading.nullable() })

/**
 * A reading's cost in milliseconds: at most an hour, which is more than any reading takes. Readers
 * of earlier releases omit the cost.
 */
const Cost = z.number().min(0).max(3_600_000).optional()
/**
 * The answer from the service in `reader-server.ts`: the process's answer and its cost, or the
 * reason why there is no answer.
 */
export const FromService = z.union([
  FromReader.extend({ cost: Cost }),
  z.object({ ended: z.string().max(200), tookTooMuch: z.boolean(), cost: Cost }),
])
export type FromService = z.infer<typeof FromService>

/**
 * Increase this number with each change that may make the reader find different fields in the same
 * file. `ProofRead` records it.
 */
export const readerVersion = 2

/** The process ended without an answer: it was killed, or took too much time or memory. */
export class ReaderEnded extends Error {
  override name = 'ReaderEnded'
  /** Whether the process used up its CPU time; if so, the same file would use it up again. */
  readonly tookTooMuch: boolean
  constructor(message: string, { tookTooMuch = false } = {}) {
    super(message)
    this.tookTooMuch = tookTooMuch
  }
}

/**
 * Receives the cost of each reading, successful or not: CPU time plus idle time, in milliseconds.
 */
export type Charge = (ms: number) => void

export type Reader = {
  /**
   * Reads a file within this many CPU seconds; one file at a time. Returns null if the file cannot
   * be read. Throws `ReaderEnded`.
   */
  read: (file: ToReader, cpuSeconds: number, charge?: Charge) => Promise<ProofReading | null>
  stop: () => void
}

export type PausableReader = Reader & {
  /** Pauses the process, because others need the CPU; `resume` lets it continue. */
  pause: () => void
  resume: () => void
  /** Ends the current reading, because nobody is waiting for it. */
  abort: () => void
  pid: () => number | undefined
}

type Options = {
  /**
   * In seconds: the longest idle time while a file is being read. Time spent paused or waiting for
   * a CPU does not count.
   */
  seconds?: number
  megabytes?: number
  /** The process is replaced after this many files, because it never frees memory. */
  pages?: number
  /** The process ends after this many milliseconds without a file. */
  idleMs?: number
  execArgv?: string[]
}

const program = fileURLToPath(new URL('./reader-process.ts', import.meta.url))

/** How often the memory and time of the process are checked, in milliseconds. */
const lookEvery = 100

/** Windows cannot pause processes, so reading continues there. */
const pauseProcess = (child: ChildProcess, pause: boolean) => {
  if (process.platform !== 'win32') child.kill(pause ? 'SIGSTOP' : 'SIGCONT')
}

/**
 * Reads proofs in a separate process, which starts with the first file. A stranger's file may crash
 * that process, but never the calling process. See decision 227.
 */
export const openReader = (options: Options = {}): PausableReader => {
  const { seconds = 300, megabytes = 300, pages = 200, idleMs = 30_000, execArgv = [] } = options
  let running: { child: ChildProcess; pages: number } | undefined
  let idle: NodeJS.Timeout | undefined
  let isPaused = false
  let isAborted = false
  let isStopped = false

  const abort = () => {
    isAborted = true
    clearTimeout(idle)
    running?.child.kill('SIGKILL')
    running = undefined
  }
  const start = async () => {
    isAborted = false
    const child = fork(program, [], await confinedOptions(execArgv))
    const started = { child, pages: 0 }
    const ended = () => {
      if (running === started) running = undefined
    }
    child.once('exit', ended).once('error', ended)
    // The reading may have been aborted or paused while the process was starting.
    if (isAborted) child.kill('SIGKILL')
    else if (isPaused) pauseProcess(child, true)
    return started
  }
  const pauseOrResume = (pause: boolean) => {
    if (isPaused === pause) return
    isPaused = pause
    if (running) pauseProcess(running.child, pause)
  }
  return {
    read: async (file, cpuSeconds, charge) => {
      if (isStopped) throw new ReaderEnded('it was stopped')
      clearTimeout(idle)
      running ??= await start()
      const current = running
      current.pages += 1
      try {
        const limits = { seconds, megabytes, cpuSeconds, isPaused: () => isPaused }
        const answer = await answerOf(current.child, file, limits, charge)
        return FromReader.parse(answer).fields
      } catch (error) {
        abort()
        throw error
      } finally {
        if (current.pages >= pages) abort()
        idle = setTimeout(abort, idleMs)
        idle.unref()
      }
    },
    pause: () => pauseOrResume(true),
    resume: () => pauseOrResume(false),
    pid: () => running?.child.pid,
    abort,
    stop: () => {
      isStopped = true
      abort()
    },
  }
}

type Limits = {
  seconds: number
  megabytes: number
  cpuSeconds: number
  isPaused: () => boolean
}

const answerOf = async (
  child: ChildProcess,
  file: ToReader,
  limits: Limits,
  charge?: Charge,
): Promise<unknown> => {
  const { seconds, megabytes, cpuSeconds, isPaused } = limits
  const before = await takenBy(child.pid)
  let spent = 0
  let idle = 0
  const measure = async () => {
    const taken = await takenBy(child.pid)
    const now = taken.cpuSeconds - before.cpuSeconds
    const isAtWork = now > spent
    spent = Math.max(spent, now)
    return { ...taken, isAtWork }
  }
  const answer = new Promise<unknown>((resolve, reject) => {
    const end = (why: string, options?: { tookTooMuch: boolean }) => {
      done()
      reject(new ReaderEnded(why, options))
    }
    const watch = setInterval(async () => {
      const taken = await measure()
      const mayWait = taken.isAtWork || isPaused() || (await wantsToRun(child.pid))
      if (!mayWait) idle += lookEvery
      if (idle > seconds * 1_000) return end(`it did nothing for over ${seconds} s`)
      if (taken.megabytes > megabytes) return end(`it took ${Math.round(taken.megabytes)} MB`)
      if (spent > cpuSeconds)
        end(`it took over ${cpuSeconds} s of processor time`, { tookTooMuch: true })
    }, lookEvery)
    const done = () => {
      clearInterval(watch)
      child.off('message', answered).off('exit', exited).off('error', failed)
    }
    const answered = (message: unknown) => {
      done()
      resolve(message)
    }
    const exited = (code: number | null, signal: string | null) =>
      end(`it ended with ${signal ?? code}`)
    const failed = (error: Error) => end(error.message)
    if (child.exitCode !== null || child.signalCode !== null)
      return exited(child.exitCode, child.signalCode)
    child.once('message', answered).once('exit', exited).once('error', failed)
    child.send(file, (error) => {
      if (error) failed(error)
    })
  })
  try {
    return await answer
  } finally {
    await measure()
    charge?.(Math.round(spent * 1_000) + idle)
  }
}

/** Whether a thread of the process waits for a CPU or the disk; false if unavailable. */
const wantsToRun = async (pid: number | undefined): Promise<boolean> => {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const stats = await Promise.all(
    threads.map((id) => readFile(`/proc/${pid}/task/${id}/stat`, 'utf8').catch(() => '')),
  )
  return stats.some((stat) => /^ [RD]/.test(stat.slice(stat.lastIndexOf(')') + 1)))
}

/** The unit of time in `/proc/<pid>/stat`, the same on every machine. */
export const ticksPerSecond = 100

/** The memory of a process and the CPU time of all its threads; 0 if unavailable. */
export const takenBy = async (pid: number | undefined) => {
  const [status, stat] = await Promise.all(
    ['status', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
  )
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status ?? '')?.[1] ?? 0)
  // Skips the name, which may contain spaces and brackets. Fields 14 and 15 are user and system
  // time.
  const [user, system] = (stat ?? '')
    .slice((stat ?? '').lastIndexOf(')') + 2)
    .split(' ')
    .slice(11)
  return {
    megabytes: kilobytes / 1_024,
    cpuSeconds: (Number(user ?? 0) + Number(system ?? 0)) / ticksPerSecond,
  }
}
