/** Milliseconds between two tries to reach the server. */
const lookEvery = 5_000

/**
 * Loads the page again once a server that did not answer is back; never while it answers, so that a
 * screen that is broken is not loaded forever. Returns what ends it.
 */
export const reloadWhenBack = (): (() => void) => {
  let wasAway = false
  const look = async () => {
    const answers = await fetch('/healthz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answers && wasAway) window.location.reload()
    wasAway ||= !answers
  }
  void look()
  const timer = setInterval(() => void look(), lookEvery)
  return () => clearInterval(timer)
}
