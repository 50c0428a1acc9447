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

/** The result for a picture, and the CPU time that it used, in milliseconds. */
export type FromPictureProgram = { result: PictureResult; processorMs: number }

export class PictureProcessEnded extends Error {
  override name = 'PictureProcessEnded'
  /** Whether the cause was the picture rather than the machine. */
  readonly isByPicture: boolean

  constructor(why: string, isByPicture: boolean) {
    super(why)
    this.isByPicture = isByPicture
  }
}

type PictureProcess = {
  /** Decodes one picture at a time. Throws `PictureProcessEnded`. */
  run: (job: PictureJob) => Promise<FromPictureProgram>
  /** The id of the running process, for tests. */
  pid: () => number | undefined
  stop: () => void
}

/**
 * The limits for each picture: several times the CPU time that 40 megapixels take on a slow
 * machine, and enough memory for a picture that cannot be decoded in parts.
 */
export const maxPerPicture = { processorMs: 10_000, bytes: 600 * 1024 * 1024 }
/**
 * In milliseconds: a process that has not answered after this time counts as stuck and is killed.
 * The time is long, because the machine may be busy.
 */
const stuckAfter = 240_000
/** In milliseconds: the process ends if it gets no picture for this long. */
const idleMs = 60_000

const program = fileURLToPath(new URL('./picture-program.ts', import.meta.url))

/** The process can read files, but cannot write files or start programs. */
const confined = [
  '--permission',
  '--allow-fs-read=*',
  '--allow-addons',
  '--no-warnings',
  '--max-old-space-size=128',
  '--v8-pool-size=1',
  // Lets the program collect garbage itself, because the heap's size does not include a picture's
  // pixels.
  '--expose-gc',
]

/** The signals that end a program because of its own error. */
const ownFault = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP']

/**
 * A process that decodes pictures, started for the first one. A malicious picture can crash that
 * process, but not the server. The process has a lower priority, and its CPU time is measured
 * separately.
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
      // Passes on no secrets. `MALLOC_ARENA_MAX` limits the memory that threads take up, and the
      // thresholds make malloc return a picture's memory to the system.
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
        // After this refusal, the child exits by itself.
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
