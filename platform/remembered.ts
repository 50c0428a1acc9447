/** Milliseconds that an answer is kept at most: an announcement that got lost is made up for so soon. */
const longestKept = 1_000

/**
 * Keeps the answer of a read for as long as what it was read from stands where it stood before the
 * read, and for a second at most. While that is unknown (undefined) every call asks. A read that
 * fails is not kept.
 *
 * @param standing changes with every change of what is read, as `Progress.standing` does
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
