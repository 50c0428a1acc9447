/** The maximum cache time in milliseconds: it limits the effect of a lost notification. */
const longestAge = 1_000

/**
 * Caches the result of a read while `versionOf` returns the same value as before the read, for at
 * most a second. While the version is unknown (undefined), every call reads. A failed read is not
 * cached.
 *
 * @param versionOf changes whenever the data that `ask` reads changes, like `Progress.servedVersion`
 */
export const memoizeByVersion = <Answer>(
  ask: () => Promise<Answer>,
  versionOf: () => string | undefined,
  now: () => number = () => performance.now(),
): (() => Promise<Answer>) => {
  let cached: { version: string; at: number; answer: Promise<Answer> } | undefined
  return () => {
    const version = versionOf()
    if (version === undefined) return ask()
    if (cached?.version === version && now() - cached.at < longestAge) return cached.answer
    const entry = { version, at: now(), answer: ask() }
    cached = entry
    entry.answer.catch(() => {
      if (cached === entry) cached = undefined
    })
    return entry.answer
  }
}
