import { expect, test } from 'vitest'
import { searchPartsOf, searchTextOf } from './search.ts'

const text = searchTextOf({
  orderId: '7K3Q-ZM9X-WD4T',
  firstName: 'Adébáyọ̀',
  lastName: 'Okafor Obi',
  email: 'Ada.Obi@Example.com',
  phone: '+234 803 123-4567',
  instagramUsername: '@Ada_Hair',
  accountName: 'Chinedu OBI',
})
const finds = (typed: string) => searchPartsOf(typed).every((part) => text.includes(part))

test('an order is found by its id, however it is typed, and by a part of it', () => {
  for (const typed of ['7K3Q-ZM9X-WD4T', ' 7k3q zm9x wd4t', '7k3qzm9xwd4t', 'zm9x'])
    expect(finds(typed), typed).toBe(true)
  expect(finds('7K3Q-ZM9X-WD4S')).toBe(false)
})

test('an order is found by parts of names in any order, whatever their case and accents', () => {
  for (const typed of ['adebayo', 'ADÉBÁYỌ̀', 'obi adeb', 'Chinedu', 'okafor  obi'])
    expect(finds(typed), typed).toBe(true)
  expect(finds('okafor chukwu')).toBe(false)
})

test('an order is found by its phone number with and without country code, and by its last digits', () => {
  for (const typed of ['08031234567', '+234 (803) 123 4567', '002348031234567', '4567', '123-45'])
    expect(finds(typed), typed).toBe(true)
  expect(finds('4568')).toBe(false)
})

test('an order is found by e-mail address and by Instagram name, with or without the @', () => {
  for (const typed of ['ada.obi@example.com', '@ada_hair', 'ada_h'])
    expect(finds(typed), typed).toBe(true)
})

test('nothing is found across two fields', () => {
  expect(text.includes('obi ada')).toBe(false)
  expect(finds('obiada')).toBe(false)
})
