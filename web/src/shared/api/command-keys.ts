import { repeatableMinutes } from '@strand/contracts/endpoint'
import { randomId } from '../browser/random-id.ts'

/** In milliseconds: how long a command without an answer keeps its key. */
export const keyLifetime = 120_000
/**
 * In milliseconds, for `once` endpoints. Their keys live longer than `keyLifetime`, because nobody
 * makes such a call twice on purpose.
 */
export const onceKeyLifetime = repeatableMinutes * 60_000

const unanswered = new Map<string, { key: string; until: number }>()

/**
 * One key for each press of a button. A command keeps its key from the first try until the server
 * has answered. If it is sent again after a timeout, the server recognizes the key, does not apply
 * the command again, and repeats its first answer.
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

/**
 * A 32-bit hash (FNV-1a). It recognizes a text again without storing the text, which may contain a
 * password.
 */
export const shortHash = (text: string): string => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36)
}
