/** Milliseconds between two tries to reach the server. */
const lookEvery = 5_000

/**
 * Reloads the page once a server that was not answering is back. It does nothing while the server
 * answers, so that a broken screen is not reloaded forever. Returns a function that stops it.
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
