import { type ChildProcess, fork } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ProofReading } from '@strand/contracts/order/proof-reading'
import type { FileType } from '@strand/contracts/uploads'
import { z } from 'zod'
import { confinedOptions } from './confinement.ts'

/** What the process is sent: a file. It answers with what it found; null if it cannot be read. */
export type ToReader = { type: FileType; bytes: Uint8Array }
const FromReader = z.object({ fields: ProofReading.nullable() })

/** Milliseconds of an hour: more than any reading costs. Missing in answers of an earlier release. */
const Cost = z.number().min(0).max(3_600_000).optional()
/** What the service of `reader-server.ts` answers: the same, or why there is no answer, and what it cost. */
export const FromService = z.union([
  FromReader.extend({ cost: Cost }),
  z.object({ ended: z.string().max(200), tookTooMuch: z.boolean(), cost: Cost }),
])
export type FromService = z.infer<typeof FromService>

/** Raise it when other fields are found in the same file: `ProofRead` has it. */
export const readerVersion = 2

/** The process ended before it answered: it was killed, took too long or too much memory. */
export class ReaderEnded extends Error {
  override name = 'ReaderEnded'
  /** It took all the processor time that it was given: it would again. */
  readonly tookTooMuch: boolean
  constructor(message: string, { tookTooMuch = false } = {}) {
    super(message)
    this.tookTooMuch = tookTooMuch
  }
}

/** Receives the cost of each reading, successful or not: milliseconds of processor time, and of idle time. */
export type Charge = (ms: number) => void

export type Reader = {
  /**
   * Reads a file within this many seconds of processor time, and returns what was found; null if it
   * cannot be read. Throws `ReaderEnded`. One at a time.
   */
  read: (file: ToReader, cpuSeconds: number, charge?: Charge) => Promise<ProofReading | null>
  /** Ends the current reading, if any, and accepts no more. */
  stop: () => void
}

export type PausableReader = Reader & {
  /** Stops the process where it is, and lets it go on: others want the processors. */
  pause: () => void
  resume: () => void
  /** Ends the current reading: nobody waits for it. */
  abort: () => void
  /** Of the running process. */
  pid: () => number | undefined
}

type Options = {
  /** In which it may do nothing with a file. Waiting for a processor, or paused, it does not count. */
  seconds?: number
  megabytes?: number
  /** Files after which the process is replaced, since memory that it took it never gives back. */
  pages?: number
  /** Milliseconds without a file after which the process ends. */
  idleMs?: number
  execArgv?: string[]
}

const program = fileURLToPath(new URL('./reader-process.ts', import.meta.url))

/** Milliseconds between two looks at the memory and the time of the process. */
const lookEvery = 100

/** On Windows, which pauses no process, it reads on. */
const pauseProcess = (child: ChildProcess, pause: boolean) => {
  if (process.platform !== 'win32') child.kill(pause ? 'SIGSTOP' : 'SIGCONT')
}

/**
 * Reads proofs in a process of its own, which starts with the first file: a stranger's file may end
 * that process, and never this one. Decision 227.
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
    // Ended or paused while it was started.
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
        end(`it took over ${cpuSeconds} s of a processor`, { tookTooMuch: true })
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

/** Whether a thread of a process waits for a processor or the disk; false where the machine does not say. */
const wantsToRun = async (pid: number | undefined): Promise<boolean> => {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const stats = await Promise.all(
    threads.map((id) => readFile(`/proc/${pid}/task/${id}/stat`, 'utf8').catch(() => '')),
  )
  return stats.some((stat) => /^ [RD]/.test(stat.slice(stat.lastIndexOf(')') + 1)))
}

/** In `/proc/<pid>/stat`, whatever the machine. */
export const ticksPerSecond = 100

/** Memory of a process, and processor time of all its threads; 0 where the machine does not say. */
export const takenBy = async (pid: number | undefined) => {
  const [status, stat] = await Promise.all(
    ['status', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
  )
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status ?? '')?.[1] ?? 0)
  // Behind the name, which may hold spaces and brackets: user and system time are 14th and 15th.
  const [user, system] = (stat ?? '')
    .slice((stat ?? '').lastIndexOf(')') + 2)
    .split(' ')
    .slice(11)
  return {
    megabytes: kilobytes / 1_024,
    cpuSeconds: (Number(user ?? 0) + Number(system ?? 0)) / ticksPerSecond,
  }
}
