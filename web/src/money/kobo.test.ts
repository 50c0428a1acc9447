import { expect, test } from 'vitest'
import { TypedKobo, typedKobo } from './kobo.tsx'

test('the text that a field shows is parsed back to the same kobo', () => {
  for (let kobo = 1; kobo < 10 ** 13; kobo = Math.ceil(kobo * 1.01))
    expect(TypedKobo.parse(typedKobo(kobo))).toBe(kobo)
  expect(TypedKobo.parse(' ₦85,500.5 ')).toBe(8_550_050)
})

test('anything but an amount above 0 is refused with a message', () => {
  for (const typed of ['', 'abc', '1.234', '-5', '0', '0.00', '1e3', '9'.repeat(13)])
    expect(TypedKobo.safeParse(typed).error?.issues[0]?.message, typed).toMatch(/amount/)
})
