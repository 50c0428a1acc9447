import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parcelsIn } from './pasted-parcels.ts'
import { fieldOf, pastedFields } from './ship-form.ts'

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

test('each line belongs to the order in its place, whichever lines are empty', () => {
  const waybills = fc
    .array(fc.constantFrom('', ' ', '1001', 'AB 12'), {
      minLength: ids.length,
      maxLength: ids.length + 2,
    })
    .filter((lines) => lines.filter((line) => line.trim() !== '').length !== ids.length)
  fc.assert(
    fc.property(waybills, (pasted) => {
      const { parcels, left } = parcelsIn(pasted.join('\n'), ids)
      const waybillOf = (line = '') => line.trim()
      for (const [nth, id] of ids.entries())
        expect(parcels.get(id)?.waybill ?? '').toBe(waybillOf(pasted[nth]))
      expect(left).toEqual(pasted.slice(ids.length).map(waybillOf).filter(Boolean))
    }),
  )
})

test('empty lines between as many waybills as orders only separate them', () => {
  expect(read('\n1001\n\n\nAB 12\n\n3\n').parcels).toEqual({
    [first]: of('1001'),
    [second]: of('AB 12'),
    [third]: of('3'),
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

test('an order that is named without a waybill gets none', () => {
  expect(read(`${first}\t1\n${second}\t\n${third}\t3`).parcels).toEqual({
    [first]: of('1'),
    [second]: of(''),
    [third]: of('3'),
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

test('an empty line leaves its order without a waybill', () => {
  const { parcels, lines } = parcelsIn('1001\n\n3', ids)
  expect(lines.get(second)).toBe('')
  expect(pastedFields(parcels)).toEqual({
    [fieldOf('waybill', first)]: '1001',
    [fieldOf('waybill', second)]: '',
    [fieldOf('waybill', third)]: '3',
  })
})

test('lines that fit no order are returned', () => {
  expect(read('1\n2\n3\n4\n5').left).toEqual(['4', '5'])
})
