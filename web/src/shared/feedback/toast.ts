import type { Notice } from '../api/error-catalogue.ts'
import { createStore } from '../browser/store.ts'

export type ToastKind = 'success' | 'failure' | 'info'
export type Toast = Notice & { id: number; kind: ToastKind }

/** Milliseconds a toast stays, by the specification; its timer pauses on hover and on focus. */
export const toastDuration = 7_500
const atMost = 4

let lastId = 0
export const toasts = createStore<readonly Toast[]>([])

/** Shows a toast. It replaces a toast on the screen that says the same. */
const show =
  (kind: ToastKind) =>
  ({ title, text }: Notice): number => {
    lastId += 1
    const others = toasts.get().filter((toast) => toast.title !== title || toast.text !== text)
    toasts.set([...others, { id: lastId, kind, title, text }].slice(-atMost))
    return lastId
  }

export const toast = { success: show('success'), failure: show('failure'), info: show('info') }
export const dismissToast = (id: number): void =>
  toasts.set(toasts.get().filter((one) => one.id !== id))
