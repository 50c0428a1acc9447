/** Milliseconds between two tries to reach the server. */
const lookEvery = 5_000

/**
 * Reloads the page once the server answers again after an outage. Without an outage, the screen is
 * broken for another reason and would be reloaded forever. Returns a function that stops watching.
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
