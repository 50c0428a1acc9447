import { randomId } from '../browser/random-id.ts'

/** Milliseconds for which a command without an answer keeps its key. */
export const keyLifetime = 120_000

const unanswered = new Map<string, { key: string; until: number }>()

/**
 * A key for each press: a command has one from its first try until the server has answered. So what
 * was pressed again after a timeout is applied once, and the second try gets the first one's answer.
 */
export const commandKeys = {
  keyFor: (command: string, now = Date.now()): string => {
    const known = unanswered.get(command)
    if (known && known.until > now) return known.key
    const key = randomId()
    unanswered.set(command, { key, until: now + keyLifetime })
    return key
  },
  settle: (command: string): void => {
    unanswered.delete(command)
  },
}
