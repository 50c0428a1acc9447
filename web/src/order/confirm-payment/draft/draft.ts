import { defaultCountryCode } from '@strand/contracts/order/contact'
import type { CreateOrder } from '@strand/contracts/order/order-form'
import type { PricePromise } from '@strand/contracts/order/price-promise'
import { readStored, writeStored } from '../../../shared/browser/stored.ts'
import { keptCustomer } from './kept-customer.ts'

/** A chosen product as last shown. The server decides the order's prices. */
export type DraftLine = { productid: string; productname: string; price: number; quantity: number }

export type Delivery = { locationname: string; deliveryaddress: string; price: number }

type SeenDelivery = Delivery & { locationid: string }

/** A draft at the time when its total was shown, and the changes since, in words. */
type OldOrder = { lines: DraftLine[]; seen: SeenDelivery; changes: string[] }

/**
 * An order that was sent, and whose outcome is unknown. With its idempotency key, a retry cannot
 * place a second order, even after a reload. So the key is kept until the server gives a clear
 * answer.
 */
export type KeyedOrder = { key: string; payload: CreateOrder }

export type PageField =
  | 'amount'
  | 'salesid'
  | 'paymentCode'
  | 'promise'
  | 'confirmAnyway'
  | 'sentAmount'
type EnteredField = Exclude<keyof CreateOrder, PageField>

/** Everything that the customer has entered, except the picked files (`proofs/file-store.ts`). */
export const emptyDraft = {
  step: 1,
  firstname: '',
  lastname: '',
  email: '',
  countrycode: defaultCountryCode,
  phone: '',
  instagramusername: '',
  lines: [] as DraftLine[],
  location: '',
  country: '',
  postalcode: '',
  deliveryaddress: '',
  accountname: '',
  tandc: false,
  submission: null as KeyedOrder | null,
  /**
   * The idempotency key of the future order, made with the draft's first change. All tabs read the
   * draft from the device, so all tabs make the same order.
   */
  key: '',
  /** Whether the customer has said that they paid; if so, the form does not ask again. */
  paid: false,
  /** The amount in naira that the customer said they had paid; null if unknown. */
  paidamount: null as number | null,
  /** The shop's promised prices, which hold for a day. */
  promise: null as PricePromise | null,
  seen: null as SeenDelivery | null,
  /** The order as shown before it changed, until the customer has said whether they paid. */
  old: null as OldOrder | null,
  /** Whether the customer has paid, and asks the shop to accept the order as shown. */
  insists: false,
} satisfies Record<Exclude<EnteredField, 'products' | 'files'>, unknown> & Record<string, unknown>
export type Draft = typeof emptyDraft

/** The fields' names in "Still needed: …" and beside the fields. */
export const fieldNames = {
  firstname: 'First name',
  lastname: 'Last name',
  email: 'Email',
  phone: 'Phone number',
  instagramusername: 'Instagram username',
  products: 'At least one product',
  location: 'Location',
  country: 'Country',
  postalcode: 'Postal code',
  deliveryaddress: 'Delivery address',
  accountname: 'Account name',
  files: 'Proof of payment',
  tandc: 'Terms and conditions',
} as const satisfies Record<Exclude<EnteredField, 'countrycode'>, string>
export type FieldName = keyof typeof fieldNames

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isLine = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value.productid === 'string' &&
  typeof value.productname === 'string' &&
  typeof value.price === 'number' &&
  Number.isInteger(value.quantity) &&
  Number(value.quantity) >= 1

const isSeen = (value: unknown): boolean =>
  isRecord(value) &&
  ['locationid', 'locationname', 'deliveryaddress'].every(
    (name) => typeof value[name] === 'string',
  ) &&
  typeof value.price === 'number'

const isLines = (value: unknown): boolean => Array.isArray(value) && value.every(isLine)

/** Checks more than the type of a stored value, for the fields that need it. */
const fits: Partial<Record<keyof Draft, (value: unknown) => boolean>> = {
  step: (value) => value === 1 || value === 2 || value === 3,
  lines: isLines,
  paidamount: (value) => value === null || Number.isSafeInteger(value),
  // A rough check is enough, because the page makes this value from the shop's answers.
  promise: (value) =>
    isRecord(value) && typeof value.promise === 'string' && Array.isArray(value.products),
  seen: isSeen,
  old: (value) =>
    isRecord(value) && isLines(value.lines) && isSeen(value.seen) && Array.isArray(value.changes),
  // A rough check is enough, because the server checks the contents.
  submission: (value) =>
    isRecord(value) && typeof value.key === 'string' && value.key !== '' && isRecord(value.payload),
}

const untouched = new WeakSet([emptyDraft])

/** A draft for the next order, with the customer's details that this phone keeps. */
export const freshDraft = (): Draft => {
  const draft = { ...emptyDraft, ...keptCustomer() }
  untouched.add(draft)
  return draft
}

/** Whether a new draft is unchanged, so that the device need not store it. */
export const isUntouched = (draft: Draft): boolean => untouched.has(draft)

/**
 * Reads a stored draft. Drops only fields that an older version of the page stored in another form.
 */
export const parseDraft = (stored: string | null): Draft => {
  try {
    const kept: unknown = JSON.parse(stored || 'null')
    if (!isRecord(kept)) return emptyDraft
    const fields = (Object.keys(emptyDraft) as (keyof Draft)[]).filter((field) =>
      (fits[field] ?? ((value) => typeof value === typeof emptyDraft[field]))(kept[field]),
    )
    return { ...emptyDraft, ...Object.fromEntries(fields.map((field) => [field, kept[field]])) }
  } catch {
    return emptyDraft
  }
}

/**
 * Whether two drafts make the same order. Their steps may differ, because each tab shows its own.
 */
export const isSameOrder = (one: Draft, other: Draft): boolean =>
  contentOf(one) === contentOf(other)

export const notPaid = { paid: false, paidamount: null }

const contentOf = (draft: Draft) =>
  JSON.stringify({
    ...draft,
    step: 1,
    submission: null,
    key: '',
    ...notPaid,
    promise: null,
    seen: null,
  })

export const storageKey = 'strand.payment'

export const loadDraft = (): Draft => {
  const stored = readStored('local', storageKey)
  return stored ? parseDraft(stored) : freshDraft()
}

export const saveDraft = (draft: Draft): void =>
  writeStored('local', storageKey, isUntouched(draft) ? null : JSON.stringify(draft))

export const clearDraft = (): void => saveDraft(emptyDraft)
