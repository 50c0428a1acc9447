import { setTimeout as sleep } from 'node:timers/promises'

/** Waits, but no longer than until the signal is aborted. */
export const abortableSleep = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  await sleep(milliseconds, undefined, { signal }).catch(() => {})
}
