import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ProofReading } from '@strand/contracts/order/proof-reading'
import type { FileType } from '@strand/contracts/uploads'
import { z } from 'zod'

/** What the process is sent: a file. It answers with what it found; null if it cannot be read. */
export type ToReader = { type: FileType; bytes: Uint8Array }
const FromReader = z.object({ fields: ProofReading.nullable() })

/** Raise it when other fields are found in the same file: `ProofRead` has it. */
export const readerVersion = 2

/** The process ended before it answered: it was killed, took too long or too much memory. */
export class ReaderEnded extends Error {
  override name = 'ReaderEnded'
}

export type Reader = {
  /** What was found in a file; null if it cannot be read. Throws `ReaderEnded`. One at a time. */
  read: (file: ToReader) => Promise<ProofReading | null>
  /** The running process, for tests. */
  pid: () => number | undefined
  /** Ends the process, whatever it does. */
  stop: () => void
}

type Options = {
  /** For one file: on a busy machine the process waits for all others. */
  seconds?: number
  megabytes?: number
  /** Files after which the process is replaced, since memory that it took it never gives back. */
  pages?: number
  /** Milliseconds without a file after which the process ends. */
  idleMs?: number
  execArgv?: string[]
}

const program = fileURLToPath(new URL('./reader-process.ts', import.meta.url))

/** It may read the project and start threads: it can write no file and start no program. */
const confined = [
  '--permission',
  '--allow-fs-read=*',
  '--allow-worker',
  '--allow-addons',
  '--no-warnings',
  '--max-old-space-size=96',
  '--v8-pool-size=1',
]

/** Milliseconds between two looks at the memory of the process. */
const lookEvery = 100

/**
 * Reads proofs in a process of its own, which starts with the first file: what a stranger sends may
 * end that process, and never this one. Decision 227.
 */
export const openReader = (options: Options = {}): Reader => {
  const { seconds = 120, megabytes = 300, pages = 200, idleMs = 30_000, execArgv = [] } = options
  let running: { child: ChildProcess; pages: number } | undefined
  let idle: NodeJS.Timeout | undefined

  const stop = () => {
    clearTimeout(idle)
    running?.child.kill('SIGKILL')
    running = undefined
  }
  const start = () => {
    const child = fork(program, [], {
      execArgv: [...confined, ...execArgv],
      // No secret of this process, and few heaps for the memory that its threads take.
      env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const started = { child, pages: 0 }
    child.once('exit', () => {
      if (running === started) running = undefined
    })
    return started
  }
  return {
    read: async (file) => {
      clearTimeout(idle)
      running ??= start()
      const current = running
      current.pages += 1
      try {
        const answer = await answerOf(current.child, file, { seconds, megabytes })
        return FromReader.parse(answer).fields
      } catch (error) {
        stop()
        throw error
      } finally {
        if (current.pages >= pages) stop()
        idle = setTimeout(stop, idleMs)
        idle.unref()
      }
    },
    pid: () => running?.child.pid,
    stop,
  }
}

const answerOf = (
  child: ChildProcess,
  file: ToReader,
  { seconds, megabytes }: { seconds: number; megabytes: number },
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const end = (why: string) => {
      done()
      reject(new ReaderEnded(why))
    }
    const late = setTimeout(() => end(`it took over ${seconds} s`), seconds * 1_000)
    const watch = setInterval(async () => {
      const taken = await memoryOf(child.pid)
      if (taken > megabytes) end(`it took ${Math.round(taken)} MB`)
    }, lookEvery)
    const done = () => {
      clearTimeout(late)
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
    child.once('message', answered).once('exit', exited).once('error', failed)
    child.send(file, (error) => {
      if (error) failed(error)
    })
  })

/** Megabytes that a process has in memory; 0 where the machine does not say. */
const memoryOf = async (pid: number | undefined): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1_024
}
