import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for this long, or until the signal is aborted. */
export const abortableSleep = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  await sleep(milliseconds, undefined, { signal }).catch(() => {})
}
