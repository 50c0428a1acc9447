import { CreateOrder } from '@strand/contracts/order/order-form'
import { expect, test } from 'vitest'
import { type Draft, emptyDraft } from '../draft/draft.ts'
import { quantityProblem } from './quantity.ts'
import {
  customerErrors,
  furthestStep,
  locationErrors,
  orderErrorsOf,
  orderOf,
  productErrors,
} from './rules.ts'
import { missingLine, stepOf } from './steps.ts'

const customer: Draft = {
  ...emptyDraft,
  firstname: 'Ada',
  lastname: 'Obi',
  email: 'ada@example.com',
  phone: '0803 123 4567',
  instagramusername: 'ada.obi',
}
const withProduct: Draft = {
  ...customer,
  lines: [
    {
      productid: '0f8fad5b-d9cb-469f-a165-70867728950e',
      productname: 'Wig',
      price: 40_000,
      quantity: 1,
    },
  ],
}
const proof = {
  fileUid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  fileName: 'proof.png',
  fileType: 'image/png' as const,
  size: 5,
}

test('step 1 needs all customer fields and a valid email', () => {
  expect(Object.keys(customerErrors(emptyDraft)).sort()).toEqual(
    ['email', 'firstname', 'instagramusername', 'lastname', 'phone'].sort(),
  )
  expect(customerErrors({ ...customer, email: 'ada@' })).toEqual({
    email: 'The input is not valid E-mail!',
  })
  expect(customerErrors(customer)).toEqual({})
})

test('a phone number of the wrong length and a lone @ block step 1', () => {
  for (const phone of ['12345', '1'.repeat(26)])
    expect(Object.keys(customerErrors({ ...customer, phone }))).toEqual(['phone'])
  expect(customerErrors({ ...customer, phone: '+234 803 123 4567' })).toEqual({})
  expect(customerErrors({ ...customer, instagramusername: '@' })).toEqual({
    instagramusername: 'Please enter instagram username!',
  })
  expect(customerErrors({ ...customer, email: '' })).toEqual({
    email: 'Please enter email address!',
  })
})

test('a typed quantity must be a whole number of at least 1; an empty field or 0 means none', () => {
  for (const typed of ['', '0', '1', '12', '10000']) expect(quantityProblem(typed)).toBeNull()
  for (const typed of ['2.5', '.', '1e3', 'two', '-'])
    expect(quantityProblem(typed)).toBe('Quantity must be a whole number')
  expect(quantityProblem('-4')).toBe('Quantity must be at least 1')
  expect(quantityProblem('10001')).toBe('Quantity must be at most 10000')
})

test('step 2 needs at least one product', () => {
  expect(productErrors(customer)).toEqual({ products: 'Please select a product' })
  expect(productErrors(withProduct)).toEqual({})
})

test('step 3 needs location, account name, accepted terms, a product and an uploaded file', () => {
  expect(orderErrorsOf(customer, [])).toEqual({
    products: 'Please select a product',
    location: 'Please select a location',
    accountname: 'Please enter account name',
    tandc: 'Should accept terms and conditions',
    files: 'Please upload your proof of payment',
  })
  const done = { ...withProduct, location: 'x', accountname: 'Ada Obi', tandc: true }
  expect(orderErrorsOf(done, [proof])).toEqual({})
})

test('a value that no step checks is still refused, with its error', () => {
  const made = (draft: Draft) =>
    orderOf({ draft, files: [proof], price: 1500, salesid: '', paymentCode: '' })
  const done = { ...withProduct, location: 'x', accountname: 'Ada Obi', tandc: true }
  expect(made(done)).toMatchObject({ order: { amount: 41_500 }, errors: {} })
  expect(made({ ...done, deliveryaddress: 'x'.repeat(501) })).toEqual({
    order: null,
    errors: { deliveryaddress: 'At most 500 characters, please' },
  })
})

test('every text in an order is checked before it is sent', () => {
  const delivery = { locationname: 'International', deliveryaddress: '', price: 25_000 }
  for (const field of Object.keys(CreateOrder.shape).filter((name) => name in emptyDraft)) {
    const draft = { ...withProduct, [field]: 'x'.repeat(20_000) }
    const errors = {
      ...customerErrors(draft),
      ...orderErrorsOf(draft, [proof]),
      ...locationErrors(draft, delivery),
    }
    if (!['promise'].includes(field)) expect(errors, field).toHaveProperty(field)
  }
})

test('the international location asks for a country, a postal code and an address', () => {
  const delivery = { locationname: 'International', deliveryaddress: '', price: 25_000 }
  expect(locationErrors(customer, delivery)).toEqual({
    country: 'Please select a country',
    postalcode: 'Please enter postal code',
    deliveryaddress: 'Please enter delivery address',
  })
})

test('a location in Nigeria asks only for an address, and one with a pick-up address for nothing', () => {
  const lagos = { locationname: 'Lagos', deliveryaddress: '', price: 1500 }
  expect(locationErrors({ ...customer, deliveryaddress: '  ' }, lagos)).toEqual({
    deliveryaddress: 'Please enter delivery address',
  })
  expect(locationErrors(customer, { ...lagos, deliveryaddress: '12 Admiralty Way' })).toEqual({})
})

test('a step opens only when the steps before it are valid', () => {
  expect(furthestStep(emptyDraft)).toBe(1)
  expect(furthestStep(customer)).toBe(2)
  expect(furthestStep(withProduct)).toBe(3)
})

test('a refused field leads back to its step', () => {
  expect(stepOf(['accountname', 'phone'])).toBe(1)
  expect(stepOf(['products', 'location'])).toBe(2)
  expect(stepOf(['location'])).toBe(3)
  expect(stepOf([])).toBe(3)
})

test('missing fields are listed by name, in the order of the form', () => {
  expect(missingLine({ email: 'x', firstname: 'x' })).toBe('Still needed: first name, email')
  expect(missingLine({})).toBe('')
})
