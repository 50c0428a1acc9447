import { expect, test } from 'vitest'
import { emptyDraft, isSameOrder, parseDraft } from './draft.ts'

test('a stored draft is read back unchanged', () => {
  const draft = {
    ...emptyDraft,
    step: 2,
    firstname: 'Ada',
    lines: [{ productid: 'w', productname: 'Wig', price: 40_000, quantity: 2 }],
  }
  expect(parseDraft(JSON.stringify(draft))).toEqual(draft)
})

test('a phone number is Nigerian unless the customer chooses another country', () => {
  expect(parseDraft(null).countrycode).toBe('NG')
})

test('a malformed field is dropped without losing the draft', () => {
  const draft = parseDraft(JSON.stringify({ firstname: 'Ada', lines: 'none', tandc: 'yes' }))
  expect(draft).toEqual({ ...emptyDraft, firstname: 'Ada' })
})

test('two tabs’ drafts count as the same order unless their contents differ', () => {
  const draft = { ...emptyDraft, firstname: 'Ada' }
  expect(isSameOrder(draft, { ...draft, step: 3 })).toBe(true)
  expect(isSameOrder(draft, { ...draft, firstname: 'Eve' })).toBe(false)
})

test('anything that is not a draft is read as an empty one', () => {
  for (const stored of ['', '{', '[]', '7']) expect(parseDraft(stored)).toEqual(emptyDraft)
})
