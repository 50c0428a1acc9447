import type { ReactNode } from 'react'
import type { Notice } from '../api/error-catalogue.ts'
import { createStore } from '../browser/store.ts'

type ToastKind = 'success' | 'failure' | 'info'
/**
 * A notice, with a button for a likely next step; `dismiss` closes the notice. `left` is the
 * remaining time in milliseconds of a notice that was already shown before a reload.
 */
export type ToastContent = Notice & { action?: (dismiss: () => void) => ReactNode; left?: number }
export type Toast = ToastContent & { id: number; kind: ToastKind }

/** In milliseconds, from the specification. Hover and focus pause the timer. */
export const toastDuration = 7_500

let lastId = 0
export const toasts = createStore<readonly Toast[]>([])

/** Replaces the previous toast, because only the last action matters. */
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
