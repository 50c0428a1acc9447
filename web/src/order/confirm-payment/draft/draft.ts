import { defaultCountryCode } from '@strand/contracts/order/contact'
import type { CreateOrder } from '@strand/contracts/order/order-form'
import type { PricePromise } from '@strand/contracts/order/price-promise'
import { readStored, writeStored } from '../../../shared/browser/stored.ts'
import { keptCustomer } from './kept-customer.ts'

/** A chosen product, as the page last showed it. The server decides which prices the order gets. */
export type DraftLine = { productid: string; productname: string; price: number; quantity: number }

export type Delivery = { locationname: string; deliveryaddress: string; price: number }

type SeenDelivery = Delivery & { locationid: string }

/** The draft as it was when its total was shown, and the changes since then, in words. */
type OldOrder = { lines: DraftLine[]; seen: SeenDelivery; changes: string[] }

/**
 * An order that was sent, but whose outcome is unknown. Its idempotency key ensures that a retry
 * cannot place a second order. The key is stored until the server gives a clear answer, so that
 * this also holds after a reload.
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
   * The idempotency key for the order, generated at the draft's first change. All tabs share the
   * stored draft, so they all use the same key.
   */
  key: '',
  /** Whether the customer has said that they have paid. If so, the form does not ask again. */
  paid: false,
  /** The amount that the customer says they paid, in naira; null if unknown. */
  paidamount: null as number | null,
  /** The prices that the shop has promised. Each promise holds for a day. */
  promise: null as PricePromise | null,
  seen: null as SeenDelivery | null,
  /**
   * The order as shown before it changed. It is kept until the customer has said whether they paid.
   */
  old: null as OldOrder | null,
  /** Whether the customer has paid, and wants the order as it was shown. */
  insists: false,
} satisfies Record<Exclude<EnteredField, 'products' | 'files'>, unknown> & Record<string, unknown>
export type Draft = typeof emptyDraft

/** The fields' names, as shown beside the fields and in "Still needed: …". */
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

/** Checks of stored values, for the fields whose type alone says too little. */
const fits: Partial<Record<keyof Draft, (value: unknown) => boolean>> = {
  step: (value) => value === 1 || value === 2 || value === 3,
  lines: isLines,
  paidamount: (value) => value === null || Number.isSafeInteger(value),
  // A rough check is enough, because the page stores only what the shop answered.
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

/** A draft for the next order. It begins with the customer's details, if this phone stores them. */
export const freshDraft = (): Draft => {
  const draft = { ...emptyDraft, ...keptCustomer() }
  untouched.add(draft)
  return draft
}

/** Whether the draft is new and unchanged, so that it does not have to be stored. */
export const isUntouched = (draft: Draft): boolean => untouched.has(draft)

/**
 * Reads a stored draft. If an older version of the page stored a field in a different format, only
 * that field is dropped.
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
 * Whether two drafts would make the same order. Their steps do not count, because each tab may show
 * a different step.
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
