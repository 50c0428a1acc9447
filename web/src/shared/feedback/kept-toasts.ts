import { type Toast, toast, toastDuration, toasts } from './toast.ts'

const storageKey = 'strand.toasts'

/**
 * Reloads the page after this many milliseconds. Its toasts are shown again afterwards, for as long as
 * they had left.
 */
export const reloadWithToasts = async (after: number): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, after))
  try {
    const kept = toasts.get().map((shown) => ({ ...shown, left: toastDuration - after }))
    sessionStorage.setItem(storageKey, JSON.stringify(kept))
  } catch {
    // Without storage the reload shortens them.
  }
  window.location.reload()
}

/** Shows what `reloadWithToasts` kept, once. */
export const restoreToasts = (): void => {
  try {
    const kept: Toast[] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    sessionStorage.removeItem(storageKey)
    for (const { kind, ...notice } of kept) toast[kind](notice)
  } catch {
    // There is none to show.
  }
}
