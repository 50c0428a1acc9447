import { defaultCountryCode } from '@strand/contracts/country'
import { CreateOrder } from '@strand/contracts/order'
import { z } from 'zod'

/** A chosen product as it was last shown: the server's prices count, not these. */
const DraftLine = z.object({
  productid: z.string(),
  productname: z.string(),
  price: z.number(),
  quantity: z.int().min(1),
})
export type DraftLine = z.infer<typeof DraftLine>

/**
 * An order that was sent, as long as its outcome is unknown. The key makes a second try the same
 * order, also after a reload, so it is kept until the server has given a clear answer.
 */
const Submission = z.object({ key: z.string().min(1), payload: CreateOrder })
export type Submission = z.infer<typeof Submission>

const text = z.string().catch('')

/** Everything a customer has entered, the picked files aside (`draft-files.ts`). */
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
})
export type Draft = z.infer<typeof Draft>

export const emptyDraft: Draft = Draft.parse({})

/** A stored draft; what an older version of the page wrote differently is left out, not the rest. */
export const parseDraft = (stored: string | null): Draft => {
  if (!stored) return emptyDraft
  try {
    return Draft.parse(JSON.parse(stored))
  } catch {
    return emptyDraft
  }
}

/** Whether two drafts make the same order, wherever their tabs stand. */
export const isSameOrder = (one: Draft, other: Draft): boolean =>
  contentOf(one) === contentOf(other)
const contentOf = (draft: Draft) =>
  JSON.stringify(Draft.parse({ ...draft, step: 1, submission: null }))

export const storageKey = 'strand.payment'

export const loadDraft = (): Draft => {
  try {
    return parseDraft(localStorage.getItem(storageKey))
  } catch {
    return emptyDraft
  }
}

export const saveDraft = (draft: Draft): void => {
  try {
    if (draft === emptyDraft) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(draft))
  } catch {
    // Without storage the form works as long as the page is open.
  }
}

export const clearDraft = (): void => saveDraft(emptyDraft)
