import { expect, test } from 'vitest'
import type { CreateOrder } from './order-form.ts'
import { personalFields } from './personal.ts'

/**
 * Where each field of the form goes; a missing field does not compile.
 * - `personal`: sealed in `OrderCreated`
 * - `event`: in `OrderCreated`, as typed or as the thing that it names
 * - `check`: only for deciding whether the order is accepted, and at which prices
 */
const places: Record<keyof CreateOrder, 'personal' | 'event' | 'check'> = {
  firstname: 'personal',
  lastname: 'personal',
  email: 'personal',
  countrycode: 'personal',
  phone: 'personal',
  instagramusername: 'personal',
  accountname: 'personal',
  deliveryaddress: 'personal',
  postalcode: 'personal',
  location: 'event',
  country: 'event',
  products: 'event',
  files: 'event',
  salesid: 'event',
  paymentCode: 'event',
  sentAmount: 'event',
  amount: 'check',
  tandc: 'check',
  promise: 'check',
  confirmAnyway: 'check',
}

test('every field of the form has a place, and exactly the personal ones are sealed', () => {
  const personal = Object.entries(places).flatMap(([field, place]) =>
    place === 'personal' ? [field] : [],
  )
  expect(
    Object.values(personalFields)
      .map(({ form }) => form)
      .sort(),
  ).toEqual(personal.sort())
})
