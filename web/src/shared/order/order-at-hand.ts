import { useEffect } from 'react'
import { createStore, useStore } from '../browser/store.ts'
import type { MenuEntry } from '../buttons/menu-button.tsx'

export type OrderAction = MenuEntry & { key?: string }

/** The order that the screen is about, and what can be done with it. */
type OrderAtHand = { orderId: string; actions: OrderAction[] }

const atHand = createStore<OrderAtHand | null>(null)

export const useOrderAtHand = () => useStore(atHand)

/** Gives the palette the actions of an order for as long as the screen shows it. */
export const useOfferOrder = (order: OrderAtHand | null): void =>
  useEffect(() => {
    atHand.set(order)
    return () => atHand.set(null)
  })

/** How many rows are selected, and what can be done with them. */
type SelectedAtHand = { count: number; actions: MenuEntry[] }

const selected = createStore<SelectedAtHand | null>(null)

export const useSelectedAtHand = () => useStore(selected)

/** Gives the palette what can be done with the selected rows, which the keyboard reaches late below them. */
export const useOfferSelected = (at: SelectedAtHand | null): void =>
  useEffect(() => {
    selected.set(at)
    return () => selected.set(null)
  })
