/** The maximum cache time in milliseconds: it limits the effect of a lost notification. */
const longestKept = 1_000

/**
 * Caches the result of a read while `standing` returns the same value as before the read, for at
 * most a second. While `standing` is unknown (undefined), every call reads. A failed read is not
 * cached.
 *
 * @param standing changes whenever the data that `ask` reads changes, like `Progress.standing`
 */
export const remembered = <Answer>(
  ask: () => Promise<Answer>,
  standing: () => string | undefined,
  now: () => number = () => performance.now(),
): (() => Promise<Answer>) => {
  let kept: { standing: string; at: number; answer: Promise<Answer> } | undefined
  return () => {
    const stands = standing()
    if (stands === undefined) return ask()
    if (kept?.standing === stands && now() - kept.at < longestKept) return kept.answer
    const own = { standing: stands, at: now(), answer: ask() }
    kept = own
    own.answer.catch(() => {
      if (kept === own) kept = undefined
    })
    return own.answer
  }
}
