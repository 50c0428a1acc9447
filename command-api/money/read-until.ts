import { setTimeout as sleep } from 'node:timers/promises'

/** How many milliseconds a command waits for work that another process may be doing. */
const maxWait = 5_000
const pause = 50

/** Reads again and again until the work is over, 5 s have passed, or the signal is aborted. */
export const readUntil = async <T>(
  read: () => Promise<T>,
  isOver: (found: T) => boolean,
  signal: AbortSignal | undefined,
): Promise<T> => {
  const end = Date.now() + maxWait
  for (;;) {
    const found = await read()
    if (isOver(found) || Date.now() >= end || signal?.aborted) return found
    await sleep(pause)
  }
}
