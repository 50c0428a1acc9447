import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Flaw, ImageType, Picture } from './image.ts'
import type { SmallPicture } from './small-picture.ts'

export type PictureJob =
  | { kind: 'proof'; bytes: Uint8Array; type: ImageType }
  | { kind: 'small'; bytes: Uint8Array }

export type PictureResult =
  | { kind: 'proof'; picture: Picture }
  | { kind: 'small'; small: SmallPicture }
  | { kind: 'refused'; flaw: Flaw | 'too much work' }

/** Includes the milliseconds of processor time that it took. */
export type FromPictureProgram = { result: PictureResult; processorMs: number }

/** The process ended without an answer. */
export class PictureProcessEnded extends Error {
  override name = 'PictureProcessEnded'
  /** Whether the picture ended it, and not the machine. */
  readonly isByPicture: boolean

  constructor(why: string, isByPicture: boolean) {
    super(why)
    this.isByPicture = isByPicture
  }
}

export type PictureProcess = {
  /** One at a time. Throws `PictureProcessEnded`. */
  run: (job: PictureJob) => Promise<FromPictureProgram>
  /** The running process, for tests. */
  pid: () => number | undefined
  stop: () => void
}

/**
 * For one picture: the processor time that one of 40 megapixels takes on a slow machine, several times
 * over, and the memory of one that has to be decoded whole.
 */
export const maxPerPicture = { processorMs: 10_000, bytes: 600 * 1024 * 1024 }
/** Milliseconds until a process that does nothing at all is ended; a busy machine takes its time. */
const stuckAfter = 240_000
/** Milliseconds without a picture after which the process ends. */
const idleMs = 60_000

const program = fileURLToPath(new URL('./picture-program.ts', import.meta.url))

/** It may read the project: it can write no file and start no program. */
const confined = [
  '--permission',
  '--allow-fs-read=*',
  '--allow-addons',
  '--no-warnings',
  '--max-old-space-size=128',
  '--v8-pool-size=1',
  // For the pixels of a picture, which its heap does not count.
  '--expose-gc',
]

/** The signals that end a program for a forbidden action. */
const ownFault = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP']

/**
 * A process that decodes pictures, which starts with the first one. A stranger's file may end it,
 * and never this one; it runs behind this one, and its processor time can be told from everything else.
 */
export const openPictureProcess = (limits = maxPerPicture): PictureProcess => {
  let running: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  const stop = () => {
    clearTimeout(idle)
    running?.kill('SIGKILL')
    running = undefined
  }
  const start = () => {
    const child = fork(program, [], {
      execArgv: confined,
      // No secret of this process; few heaps for the memory that its threads take, and what a picture took
      // goes back to the machine.
      env: {
        MALLOC_ARENA_MAX: '2',
        MALLOC_MMAP_THRESHOLD_: '131072',
        MALLOC_TRIM_THRESHOLD_: '131072',
        UV_THREADPOOL_SIZE: '2',
      },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.once('exit', () => {
      if (running === child) running = undefined
    })
    // It must not keep this process alive.
    child.unref()
    return child
  }
  return {
    run: async (job) => {
      clearTimeout(idle)
      running ??= start()
      const child = running
      try {
        const answer = await answerOf(child, { job, limits })
        // It ends itself then.
        if (answer.result.kind === 'refused' && answer.result.flaw === 'too much work') stop()
        return answer
      } catch (error) {
        stop()
        throw error
      } finally {
        idle = setTimeout(stop, idleMs)
        idle.unref()
      }
    },
    pid: () => running?.pid,
    stop,
  }
}

const answerOf = (child: ChildProcess, message: object): Promise<FromPictureProgram> =>
  new Promise((resolve, reject) => {
    const end = (error: Error) => {
      done()
      reject(error)
    }
    const exited = (code: number | null, signal: NodeJS.Signals | null) =>
      end(
        new PictureProcessEnded(
          `it ended with ${signal ?? code}`,
          signal === null ? code !== 0 : ownFault.includes(signal),
        ),
      )
    const answered = (answer: unknown) => {
      done()
      resolve(answer as FromPictureProgram)
    }
    const stuck = setTimeout(
      () => end(new PictureProcessEnded(`no answer in ${stuckAfter} ms`, false)),
      stuckAfter,
    )
    const done = () => {
      clearTimeout(stuck)
      child.off('message', answered).off('exit', exited).off('error', end)
    }
    child.once('message', answered).once('exit', exited).once('error', end)
    child.send(message, (error) => {
      if (error) end(error)
    })
  })
