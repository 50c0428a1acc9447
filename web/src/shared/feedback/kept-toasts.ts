import { type Toast, toast, toasts } from './toast.ts'

const storageKey = 'strand.toasts'

/** Reloads the page; its toasts are shown again afterwards, for their whole time. */
export const reloadWithToasts = (): void => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(toasts.get()))
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
    for (const { kind, title, text } of kept) toast[kind]({ title, text })
  } catch {
    // There is none to show.
  }
}
