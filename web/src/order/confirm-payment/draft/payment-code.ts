import { createStore, useStore } from '../../../shared/browser/store.ts'
import { readStored, writeStored } from '../../../shared/browser/stored.ts'

/**
 * The payment code of the customer's next order, kept from `/pay` until an order is sent with it. It is kept
 * apart from the draft, so that a tab with an older draft cannot overwrite it: the code may already be on a
 * transfer.
 */
const storageKey = 'strand.payment-code'

const store = createStore(readStored('local', storageKey) ?? '')
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === storageKey || key === null) store.set(newValue ?? '')
})

/** Empty if there is none. */
export const paymentCode = store.get
export const usePaymentCode = (): string => useStore(store)

export const keepPaymentCode = (code: string): void => {
  store.set(code)
  writeStored('local', storageKey, code || null)
}

/** An order was sent with this code, so the next one needs another. */
export const dropPaymentCode = (used: string | undefined): void => {
  if (used && used === store.get()) keepPaymentCode('')
}
