import { createStore, useStore } from '../../../shared/browser/store.ts'
import { readStored, writeStored } from '../../../shared/browser/stored.ts'

/**
 * The payment code of the customer's next order, from `/pay` until an order is sent with the code.
 * The draft does not contain it, because a tab with an older draft could then overwrite a code that
 * the customer has already written on a transfer.
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

/** Drops the code of a sent order, so that the next order gets another. */
export const dropPaymentCode = (used: string | undefined): void => {
  if (used && used === store.get()) keepPaymentCode('')
}
