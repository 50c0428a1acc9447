/** The maximum cache time in milliseconds: it limits the effect of a lost notification. */
const longestKept = 1_000

/**
 * Caches the result of a read while `versionOf` returns the same value as before the read, for at
 * most a second. While it is unknown (undefined), every call reads. A failed read is not
 * cached.
 *
 * @param versionOf changes whenever the data that `ask` reads changes, like `Progress.servedVersion`
 */
export const memoizeByVersion = <Answer>(
  ask: () => Promise<Answer>,
  versionOf: () => string | undefined,
  now: () => number = () => performance.now(),
): (() => Promise<Answer>) => {
  let kept: { versionOf: string; at: number; answer: Promise<Answer> } | undefined
  return () => {
    const version = versionOf()
    if (version === undefined) return ask()
    if (kept?.versionOf === version && now() - kept.at < longestKept) return kept.answer
    const entry = { versionOf: version, at: now(), answer: ask() }
    kept = entry
    entry.answer.catch(() => {
      if (kept === entry) kept = undefined
    })
    return entry.answer
  }
}
