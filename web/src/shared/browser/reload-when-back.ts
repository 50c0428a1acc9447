const lookEvery = 5_000

/**
 * Reloads the page when the server answers again after an outage. Does not reload if the server was
 * never down: the screen is then broken for another reason, and the page would reload again and
 * again. Returns a function that stops watching.
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
