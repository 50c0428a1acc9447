/** The maximum time that an answer is cached, in milliseconds: a notification may be lost. */
const maxAge = 1_000
/** The maximum number of cached answers; the oldest makes room for a new one. */
const maxAnswers = 100

/**
 * Caches the answers to questions, for a second at most, and only until `versionOf` returns another
 * value. While the version is undefined, nothing is cached. A failed answer is never cached.
 *
 * @param versionOf changes whenever the data that `ask` reads changes, like
 *   `Progress.servedVersion`
 * @param keyOf identifies a question: equal keys get the same answer
 * @param isKept returns false for an answer that is too large to cache
 */
export const memoizeByVersion = <Question extends unknown[], Answer>(
  ask: (...question: Question) => Promise<Answer>,
  versionOf: () => string | undefined,
  keyOf: (...question: Question) => string = () => '',
  now: () => number = () => performance.now(),
  isKept: (answer: Answer) => boolean = () => true,
): ((...question: Question) => Promise<Answer>) => {
  const cache = new Map<string, { version: string; at: number; answer: Promise<Answer> }>()
  return (...question) => {
    const version = versionOf()
    if (version === undefined) return ask(...question)
    const key = keyOf(...question)
    const cached = cache.get(key)
    if (cached?.version === version && now() - cached.at < maxAge) return cached.answer
    const entry = { version, at: now(), answer: ask(...question) }
    cache.delete(key)
    const [oldest] = cache.keys()
    if (oldest !== undefined && cache.size >= maxAnswers) cache.delete(oldest)
    cache.set(key, entry)
    const forget = () => {
      if (cache.get(key) === entry) cache.delete(key)
    }
    entry.answer.then((answer) => isKept(answer) || forget(), forget)
    return entry.answer
  }
}
