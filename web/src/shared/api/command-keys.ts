import { repeatableMinutes } from '@strand/contracts/endpoint'
import { randomId } from '../browser/random-id.ts'

/** Milliseconds for which a command without an answer keeps its key. */
export const keyLifetime = 120_000
/** Longer for a call that works only once, because nobody repeats one on purpose. */
export const onceKeyLifetime = repeatableMinutes * 60_000

const unanswered = new Map<string, { key: string; until: number }>()

/**
 * One key for each press of a button: a command keeps its key from the first try until the server has
 * answered. So a command that is sent again after a timeout is applied once, and the second try gets the first
 * one's answer.
 */
export const commandKeys = {
  keyFor: (command: string, lifetime = keyLifetime, now = performance.now()): string => {
    const known = unanswered.get(command)
    if (known && known.until > now) return known.key
    const key = randomId()
    unanswered.set(command, { key, until: now + lifetime })
    return key
  },
  settle: (command: string): void => {
    unanswered.delete(command)
  },
}

/** 32-bit hash of a text (FNV-1a), to recognize it without keeping a password that it may contain. */
export const shortHash = (text: string): string => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36)
}
