import { createStore, useStore } from '../../../shared/browser/store.ts'
import { readStored, writeStored } from '../../../shared/browser/stored.ts'

/**
 * The payment code for the customer's next order, stored from `/pay` until an order is sent with
 * it. The code is not part of the draft. Otherwise, a tab with an older draft could overwrite a
 * code that the customer has already written on a transfer.
 */
const storageKey = 'strand.payment-code'

const store = createStore(readStored('local', storageKey) ?? '')
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === storageKey || key === null) store.set(newValue ?? '')
})

/** Empty without a code. */
export const paymentCode = store.get
export const usePaymentCode = (): string => useStore(store)

export const keepPaymentCode = (code: string): void => {
  store.set(code)
  writeStored('local', storageKey, code || null)
}

/** Forgets the code once an order was sent with it, so that the next order gets a new code. */
export const dropPaymentCode = (used: string | undefined): void => {
  if (used && used === store.get()) keepPaymentCode('')
}
