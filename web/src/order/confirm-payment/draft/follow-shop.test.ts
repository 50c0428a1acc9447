import { expect, test } from 'vitest'
import { type Draft, emptyDraft } from './draft.ts'
import { followShop, wasPromised } from './follow-shop.ts'

const picture = { picture: '', group: '' }
const wig = { productid: 'w', productname: 'Wig', price: 40_000 }
const oil = { productid: 'o', productname: 'Oil', price: 5_000 }
const lagos = { locationid: 'l', locationname: 'Lagos', price: 3_000 }
const delivery = { locationname: 'Lagos', deliveryaddress: '', price: 3_000 }
const seen = { ...delivery, locationid: 'l' }

const draftOf = (changes: Partial<Draft>): Draft => ({
  ...emptyDraft,
  lines: [
    { ...wig, quantity: 2 },
    { ...oil, quantity: 1 },
  ],
  ...changes,
})
const offering = (...products: (typeof wig)[]) => ({
  products: products.map((product) => ({ ...product, ...picture })),
  locations: [lagos],
  delivery: undefined,
})
const shown = (changes: Partial<Draft> = {}) => draftOf({ location: 'l', seen, ...changes })

const until = '2026-11-26T12:00:00.000Z'
const before = Date.parse('2026-11-26T11:59:59.000Z')
const after = Date.parse(until)
const promise = {
  promise: 'signed',
  products: [wig, oil].map(({ productid, price }) => ({ productid, price, until })),
  location: { locationid: 'l', price: 3_000, until },
}

test('a draft without a total takes the current prices, and says what changed', () => {
  expect(followShop(draftOf({}), offering({ ...wig, price: 45_000 }))).toEqual({
    draft: { lines: [{ ...wig, price: 45_000, quantity: 2 }], location: '', seen: null },
    changes: [
      'Wig now costs ₦45,000 instead of ₦40,000.',
      'Oil is no longer available and was removed from your order.',
    ],
  })
})

test('unchanged prices change nothing and say nothing', () => {
  expect(followShop(draftOf({}), offering(wig, oil))).toBeNull()
  expect(followShop(shown(), { ...offering(wig, oil), delivery })).toBeNull()
})

test('a total that is shown is remembered', () => {
  const offer = { ...offering(wig, oil), delivery }
  expect(followShop(draftOf({ location: 'l' }), offer)).toEqual({ draft: { seen }, changes: [] })
})

test('a promised price holds until its time, and then the draft keeps what was shown', () => {
  const draft = shown({ promise })
  const offer = {
    ...offering({ ...wig, price: 45_000 }, oil),
    delivery: { ...delivery, price: 3_500 },
  }
  expect(followShop(draft, offer, before)).toBeNull()
  const followed = followShop(draft, offer, after)
  expect(followed?.changes).toEqual([])
  expect(followed?.draft).toMatchObject({
    lines: [{ price: 45_000 }, { price: 5_000 }],
    seen: { price: 3_500 },
    old: {
      lines: draft.lines,
      seen,
      changes: [
        'Wig now costs ₦45,000 instead of ₦40,000.',
        'Delivery to Lagos: ₦3,500, instead of ₦3,000.',
      ],
    },
  })
  const changed = { ...draft, ...followed?.draft }
  expect(wasPromised(changed, after)).toBe(true)
  expect(wasPromised({ ...changed, promise: null }, after)).toBe(false)
  // The shop accepts the price for 30 days, including the 24 hours of the promise.
  const days = (count: number) => Date.parse(promise.products[0]?.until ?? '') + count * 86_400_000
  expect(wasPromised(changed, days(29) - 1)).toBe(true)
  expect(wasPromised(changed, days(29))).toBe(false)
  // A second change of the offers does not alter the order that was shown.
  const next = followShop(changed, { ...offer, products: [] }, after)
  expect(next?.draft.old).toMatchObject({ lines: draft.lines, seen })
  expect(next?.draft.old?.changes).toHaveLength(4)
})

test('a location that no longer exists is dropped', () => {
  const gone = { ...offering(wig, oil), locations: [] }
  expect(followShop(draftOf({ location: 'l' }), gone)?.changes).toEqual([
    'The location you chose is no longer available.',
  ])
  expect(followShop(shown(), gone)?.draft).toMatchObject({
    location: '',
    seen: null,
    old: { changes: ['We no longer deliver to Lagos.'] },
  })
})

test('a draft that insists on its old total, or is being sent, keeps what was shown', () => {
  const offer = offering({ ...wig, price: 45_000 })
  expect(followShop(shown({ insists: true }), offer)).toBeNull()
  const submission = { key: 'k', payload: {} as never }
  expect(followShop(shown({ submission }), offer)).toBeNull()
})
