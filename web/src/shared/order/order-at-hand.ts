import { useEffect } from 'react'
import { createStore, useStore } from '../browser/store.ts'
import type { MenuEntry } from '../buttons/menu-button.tsx'

type OrderAction = MenuEntry & { key?: string }

/** The order that the screen is about, and the actions on it. */
type OrderAtHand = { orderId: string; actions: OrderAction[] }

const atHand = createStore<OrderAtHand | null>(null)

export const useOrderAtHand = () => useStore(atHand)

/** Gives the palette an order's actions for as long as the screen shows the order. */
export const useOfferOrder = (order: OrderAtHand | null): void =>
  useEffect(() => {
    atHand.set(order)
    return () => atHand.set(null)
  })

/** What a row is, how many rows are selected, the actions on them, and the ways to select more. */
type SelectedAtHand = {
  singular: string
  count: number
  actions: MenuEntry[]
  selecting: MenuEntry[]
}

const selected = createStore<SelectedAtHand | null>(null)

export const useSelectedAtHand = () => useStore(selected)

/**
 * Offers in the palette what a list's selection bar offers, because the keyboard reaches that bar
 * only after all rows.
 */
export const useOfferSelected = (at: SelectedAtHand): void =>
  useEffect(() => {
    selected.set(at)
    return () => selected.set(null)
  })
