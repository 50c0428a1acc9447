import { expect, test } from 'vitest'
import { parcelsIn } from './pasted-parcels.ts'

const ids = ['7K3Q-ZM9X-WD4T', '8ABC-DEFG-HJKM', '9ABC-DEFG-HJKM']
const [first = '', second = '', third = ''] = ids
const read = (text: string) => {
  const { parcels, left } = parcelsIn(text, ids)
  return { parcels: Object.fromEntries(parcels), left }
}
const of = (waybill: string, carrier = '') => ({ carrier, waybill })

test('lines without an id belong to the orders in sequence, whatever separates their cells', () => {
  expect(read('\n 1001 \r\n\r\nAB 12\n3\n')).toEqual({
    parcels: { [first]: of('1001'), [second]: of('AB 12'), [third]: of('3') },
    left: [],
  })
})

test('a line can name its order, however it is typed, and its carrier', () => {
  expect(
    read(`${third.toLowerCase().replaceAll('-', '')} 77\n${first} GIG Logistics 78\n9`),
  ).toEqual({
    parcels: { [third]: of('77'), [first]: of('78', 'GIG Logistics'), [second]: of('9') },
    left: [],
  })
})

test('spreadsheet cells are read in the same way', () => {
  expect(read(`${second}\tDHL\t5 6\nKwik, 7\n8`)).toEqual({
    parcels: { [second]: of('5 6', 'DHL'), [first]: of('7', 'Kwik'), [third]: of('8') },
    left: [],
  })
})

test('each order keeps its line as it was pasted', () => {
  const { lines } = parcelsIn(`${second}\tDHL\t5 6\n  Kwik, 7`, ids)
  expect(Object.fromEntries(lines)).toEqual({ [second]: `${second}\tDHL\t5 6`, [first]: 'Kwik, 7' })
})

test('lines that fit no order are returned', () => {
  expect(read('1\n2\n3\n4\n5').left).toEqual(['4', '5'])
})
