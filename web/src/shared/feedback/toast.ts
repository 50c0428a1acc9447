import type { ReactNode } from 'react'
import type { Notice } from '../api/error-catalogue.ts'
import { createStore } from '../browser/store.ts'

type ToastKind = 'success' | 'failure' | 'info'
/**
 * A notice. `action` renders a button for a likely next step, which can close the notice with
 * `dismiss`. `left` is set for a notice that was already shown before a reload: its remaining time
 * in milliseconds.
 */
export type ToastContent = Notice & { action?: (dismiss: () => void) => ReactNode; left?: number }
export type Toast = ToastContent & { id: number; kind: ToastKind }

/**
 * In milliseconds: how long a notice is shown, from the specification. Hover and focus pause the
 * timer.
 */
export const toastDuration = 7_500

let lastId = 0
export const toasts = createStore<readonly Toast[]>([])

/** Replaces the previous toast, because only the latest action matters. */
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
