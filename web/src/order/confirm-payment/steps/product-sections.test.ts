import { expect, test } from 'vitest'
import { sectionsOf } from './product-sections.ts'

const product = (productid: string, group = '') => ({
  productid,
  productname: productid,
  price: 5,
  picture: '',
  group,
})
const shown = (products: ReturnType<typeof product>[], chosen: string[] = []) =>
  sectionsOf(products, ({ productid }) => chosen.includes(productid)).map(
    ({ heading, products }) => [heading, ...products.map(({ productid }) => productid)],
  )

test('without groups there is one list, without a heading', () => {
  expect(shown([product('a'), product('b')])).toEqual([['', 'a', 'b']])
  expect(shown([])).toEqual([])
})

test('groups become headings, sorted by name, and products without a group come last', () => {
  const products = [product('a'), product('b', 'Wigs'), product('c', 'Care'), product('d', 'wigs')]
  expect(shown(products)).toEqual([
    ['Care', 'c'],
    ['Wigs', 'b', 'd'],
    ['Other products', 'a'],
  ])
})

test('chosen products come first, and appear only once', () => {
  const products = [product('a'), product('b', 'Wigs'), product('c', 'Wigs')]
  expect(shown(products, ['c'])).toEqual([
    ['Chosen', 'c'],
    ['Wigs', 'b'],
    ['Other products', 'a'],
  ])
  expect(shown([product('a'), product('b')], ['a', 'b'])).toEqual([['Chosen', 'a', 'b']])
})
