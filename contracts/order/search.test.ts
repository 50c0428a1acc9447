import { seed } from '@strand/platform/testing/random'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '../folding.ts'
import { searchPartsOf, searchTextOf } from './search.ts'

const text = searchTextOf({
  orderId: '7K3Q-ZM9X-WD4T',
  firstName: 'Adébáyọ̀',
  lastName: 'Okafor Obi',
  email: 'Ada.Obi@Example.com',
  phone: '+234 803 123-4567',
  instagramUsername: '@Ada_Hair',
  accountName: 'Chinedu OBI',
  total: 85_500,
  address: '12, Bọ̀dé Thomas St.\nSurulere',
  products: ['Bone Straight 20"', 'Bone Straight 20"', 'Edge Control'],
  paymentCode: 'ACDE-FGHJ',
})
const finds = (typed: string) => searchPartsOf(typed).every((part) => text.includes(part))

test('an order is found by its id, however it is typed, and by part of it', () => {
  for (const typed of ['7K3Q-ZM9X-WD4T', ' 7k3q zm9x wd4t', '7k3qzm9xwd4t', 'zm9x'])
    expect(finds(typed), typed).toBe(true)
  expect(finds('7K3Q-ZM9X-WD4S')).toBe(false)
  expect(finds('https://shop.example/order-history/7K3Q-ZM9X-WD4T?from=mail')).toBe(true)
  expect(finds('Where is my order 7k3q-zm9x-wd4t please?')).toBe(true)
})

test('an order is found by its payment code, as a customer or a bank may write it', () => {
  for (const typed of ['ACDE-FGHJ', 'acdefghj', ' acde fghj', 'fghj'])
    expect(finds(typed), typed).toBe(true)
  expect(finds('ACDE-FGHK')).toBe(false)
})

test('every id is found as written, in one piece and by its first half', () => {
  const letters = 'ABCDEFGHJKMNPQRSTVWXYZ'
  const digits = '0123456789'
  const kinds = [letters, digits, letters + digits].map((alphabet) =>
    fc.string({ unit: fc.constantFrom(...alphabet), minLength: 12, maxLength: 12 }),
  )
  fc.assert(
    fc.property(fc.oneof(...kinds), (bare) => {
      const id = bare.replace(/(.{4})(?=.)/g, '$1-')
      const text = fold(id)
      for (const typed of [id, id.toLowerCase(), bare, id.slice(0, 9), bare.slice(0, 7)])
        for (const part of searchPartsOf(typed)) expect(text, typed).toContain(part)
    }),
    { seed },
  )
})

test('an order is found by parts of names in any order, however they are written', () => {
  for (const typed of ['adebayo', 'ADÉBÁYỌ̀', 'Ade-Bayo', 'obi adeb', 'Chinedu', 'okafor  obi'])
    expect(finds(typed), typed).toBe(true)
  expect(finds('okafor chukwu')).toBe(false)
})

test('an order is found by its phone number with and without country code, and by its last digits', () => {
  for (const typed of ['08031234567', '+234 (803) 123 4567', '002348031234567', '4567', '123-45'])
    expect(finds(typed), typed).toBe(true)
  expect(finds('4568')).toBe(false)
})

test('an order is found by email address and by Instagram name, with or without the @', () => {
  for (const typed of ['ada.obi@example.com', '@ada_hair', 'ada_h'])
    expect(finds(typed), typed).toBe(true)
})

test('an order is found by its amount, as written or by its digits', () => {
  for (const typed of [
    '₦85,500',
    '₦ 85,500',
    'N85,500',
    '85,500.00',
    '₦85500',
    '85500',
    'ada ₦85,500',
  ])
    expect(finds(typed), typed).toBe(true)
  for (const typed of ['₦5,500', '₦85,50', '₦8,550', '₦855,000', '₦85,501'])
    expect(finds(typed), typed).toBe(false)
})

test('an order is found by its address and by what was ordered, each product once', () => {
  for (const typed of ['bode thomas', 'surulere', 'bone straight', 'edge ada', '20"'])
    expect(finds(typed), typed).toBe(true)
  expect(text.split('bone').length).toBe(2)
})

test('nothing is found across two fields', () => {
  expect(text.includes('obi ada')).toBe(false)
  expect(finds('obiada')).toBe(false)
})
