import { type Toast, toast, toastDuration, toasts } from './toast.ts'

const storageKey = 'strand.toasts'

/**
 * Reloads the page after `after` milliseconds, and then shows its toasts for their remaining time.
 */
export const reloadWithToasts = async (after: number): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, after))
  try {
    const kept = toasts.get().map((shown) => ({ ...shown, left: toastDuration - after }))
    sessionStorage.setItem(storageKey, JSON.stringify(kept))
  } catch {}
  window.location.reload()
}

export const restoreToasts = (): void => {
  try {
    const kept: Toast[] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    sessionStorage.removeItem(storageKey)
    for (const { kind, ...notice } of kept) toast[kind](notice)
  } catch {}
}
