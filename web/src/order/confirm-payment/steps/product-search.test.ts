import { expect, test } from 'vitest'
import { matchingProducts } from './product-search.ts'

const products = [
  'Bone straight 18 inches, 200 g',
  'Bone straight 24 inches, 300 g',
  'Deep curly bundle 16 inches',
  'Kinky straight clip-ins, 7 pieces',
  'Crème caramel wig',
  'Wig cap, pack of 2',
].map((productname, index) => ({
  productid: String(index),
  productname,
  price: 5,
  picture: '',
  group: index === 2 ? 'Bundles and weaves' : '',
}))
const found = (search: string) =>
  matchingProducts(products, search).map(({ productid }) => Number(productid))

test.for([
  ['', [0, 1, 2, 3, 4, 5]],
  ['  ,', [0, 1, 2, 3, 4, 5]],
  ['straight bone', [0, 1]],
  ['BONE straight', [0, 1]],
  ['bone 24', [1]],
  ['straihgt', [0, 1, 3]],
  ['staright bnoe', [0, 1]],
  ['staight', [0, 1, 3]],
  ['curley', [2]],
  ['creme', [4]],
  ['CRÈME', [4]],
  ['clipins', [3]],
  ['ight', [0, 1, 3]],
  ['weaves', [2]],
  ['wig', [4, 5]],
  ['bone 19', []],
  ['wix', []],
  ['shampoo', []],
] as const)('a search for "%s" finds %j', ([search, expected]) => {
  expect(found(search)).toEqual(expected)
})
