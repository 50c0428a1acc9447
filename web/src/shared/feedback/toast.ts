import type { ReactNode } from 'react'
import type { Notice } from '../api/error-catalogue.ts'
import { createStore } from '../browser/store.ts'

type ToastKind = 'success' | 'failure' | 'info'
/**
 * A notice, with a button for what a user may want next; `dismiss` takes the notice away. `left` are
 * the milliseconds that it has left, if it was shown before.
 */
export type ToastContent = Notice & { action?: (dismiss: () => void) => ReactNode; left?: number }
export type Toast = ToastContent & { id: number; kind: ToastKind }

/** Milliseconds a toast stays, by the specification; its timer pauses on hover and on focus. */
export const toastDuration = 7_500

let lastId = 0
export const toasts = createStore<readonly Toast[]>([])

/** Shows a toast in place of the one before: the last action counts. */
const show =
  (kind: ToastKind) =>
  (content: ToastContent): number => {
    lastId += 1
    toasts.set([{ ...content, id: lastId, kind }])
    return lastId
  }

export const toast = { success: show('success'), failure: show('failure'), info: show('info') }
export const dismissToast = (id: number): void =>
  toasts.set(toasts.get().filter((one) => one.id !== id))
