import type { Notice } from '../api/error-catalogue.ts'

export type ToastKind = 'success' | 'failure' | 'info'
export type Toast = Notice & { id: number; kind: ToastKind }

/** Milliseconds a toast stays, by the specification; its timer pauses on hover and on focus. */
export const toastDuration = 7_500
const atMost = 4

let toasts: Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

const setToasts = (next: Toast[]) => {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a toast. It replaces a toast on the screen that says the same. */
const show =
  (kind: ToastKind) =>
  ({ title, text }: Notice): number => {
    lastId += 1
    const others = toasts.filter((toast) => toast.title !== title || toast.text !== text)
    setToasts([...others, { id: lastId, kind, title, text }].slice(-atMost))
    return lastId
  }

export const toast = { success: show('success'), failure: show('failure'), info: show('info') }
export const dismissToast = (id: number): void => setToasts(toasts.filter((one) => one.id !== id))
export const getToasts = (): Toast[] => toasts
export const subscribeToToasts = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
