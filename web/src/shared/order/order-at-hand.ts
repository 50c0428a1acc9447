import { useEffect } from 'react'
import { createStore, useStore } from '../browser/store.ts'
import type { MenuEntry } from '../buttons/menu-button.tsx'

type OrderAction = MenuEntry & { key?: string }

type OrderAtHand = { orderId: string; actions: OrderAction[] }

const atHand = createStore<OrderAtHand | null>(null)

export const useOrderAtHand = () => useStore(atHand)

/** Offers an order's actions in the command palette for as long as the screen shows the order. */
export const useOfferOrder = (order: OrderAtHand | null): void =>
  useEffect(() => {
    atHand.set(order)
    return () => atHand.set(null)
  })

/**
 * What the palette offers for selected rows: what a row is called, how many rows are selected, the
 * actions on them, and the ways to select more.
 */
type SelectedAtHand = {
  singular: string
  count: number
  actions: MenuEntry[]
  selecting: MenuEntry[]
}

const selected = createStore<SelectedAtHand | null>(null)

export const useSelectedAtHand = () => useStore(selected)

/**
 * Offers the actions of a list's selection bar in the command palette, because with the keyboard,
 * the bar can be reached only after all rows.
 */
export const useOfferSelected = (at: SelectedAtHand): void =>
  useEffect(() => {
    selected.set(at)
    return () => selected.set(null)
  })
