import { expect, test } from 'vitest'
import { TypedPrice, withThousands } from './typed-price.ts'

test('a price is shown with thousands separators and sent without', () => {
  expect(withThousands('85000')).toBe('85,000')
  expect(withThousands('1,2345')).toBe('12,345')
  expect(withThousands('123')).toBe('123')
  for (const typed of ['1,250,000', 'N1 250 000', '₦1,250,000.00'])
    expect(TypedPrice.parse(typed)).toBe(1_250_000)
})

test('a missing price gets the specification’s message', () => {
  expect(TypedPrice.safeParse(' ').error?.issues[0]?.message).toBe('Please enter price!')
})

test('anything but a whole amount is refused, and left as typed', () => {
  for (const typed of ['12.50', 'abc', '-5']) {
    expect(TypedPrice.safeParse(typed).success).toBe(false)
    expect(withThousands(typed)).toBe(typed)
  }
})
