import { defaultCountryCode } from '@strand/contracts/country'
import { CreateOrder } from '@strand/contracts/order/order'
import { z } from 'zod'
import { keptCustomer } from './kept-customer.ts'

/** A chosen product as last shown. The server's prices apply, not these. */
const DraftLine = z.object({
  productid: z.string(),
  productname: z.string(),
  price: z.number(),
  quantity: z.int().min(1),
})

/**
 * An order that was sent and whose outcome is still unknown. The idempotency key makes a retry the
 * same order, even after a reload, so it is kept until the server has given a clear answer.
 */
const Submission = z.object({ key: z.string().min(1), payload: CreateOrder })

const text = z.string().catch('')

/** Everything the customer has entered, except the picked files (`proofs/file-store.ts`). */
const Draft = z.object({
  step: z.int().min(1).max(3).catch(1),
  firstname: text,
  lastname: text,
  email: text,
  countrycode: z.string().catch(defaultCountryCode),
  phone: text,
  instagramusername: text,
  lines: z.array(DraftLine).catch([]),
  location: text,
  country: text,
  postalcode: text,
  deliveryaddress: text,
  accountname: text,
  tandc: z.boolean().catch(false),
  submission: Submission.nullable().catch(null),
  /**
   * The idempotency key of the order that the draft becomes, made with its first change. All tabs
   * that show the draft read it from the device, so they make one order. Decision 154.
   */
  key: text,
})

export const emptyDraft: Draft = Draft.parse({})

const untouched = new WeakSet([emptyDraft])

/** A draft for the next order, with what the customer wants this phone to keep. */
export const freshDraft = (): Draft => {
  const draft = { ...emptyDraft, ...keptCustomer() }
  untouched.add(draft)
  return draft
}

/** Whether nothing was entered into a draft: then the device need not store it. */
export const isUntouched = (draft: Draft): boolean => untouched.has(draft)

/**
 * Reads a stored draft. It drops only what an older version of the page wrote differently.
 * Decision 073.
 */
export const parseDraft = (stored: string | null): Draft => {
  if (!stored) return emptyDraft
  try {
    return Draft.parse(JSON.parse(stored))
  } catch {
    return emptyDraft
  }
}

/** Whether two drafts make the same order, regardless of the step that each tab shows. */
export const isSameOrder = (one: Draft, other: Draft): boolean =>
  contentOf(one) === contentOf(other)
const contentOf = (draft: Draft) =>
  JSON.stringify(Draft.parse({ ...draft, step: 1, submission: null, key: '' }))

export const storageKey = 'strand.payment'

export const loadDraft = (): Draft => {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored ? parseDraft(stored) : freshDraft()
  } catch {
    return emptyDraft
  }
}

export const saveDraft = (draft: Draft): void => {
  try {
    if (isUntouched(draft)) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(draft))
  } catch {
    // Without storage the form works as long as the page is open.
  }
}

export const clearDraft = (): void => saveDraft(emptyDraft)
