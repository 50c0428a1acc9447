import { OrderListQuery } from '@strand/contracts/order/staff'
import { joinSql, statementOf } from '@strand/platform/postgres/sql'
import { expect, test } from 'vitest'
import { conditionsOf } from './filters.ts'

const asked = (search: string) =>
  statementOf(joinSql(conditionsOf(OrderListQuery.parse({ search })).parts, ' and ')).values

test('the index looks up the most selective piece, and the whole word is compared', () => {
  expect(asked('kikelomo.bakare45@gmail.com')).toEqual(['%kare45%', 'kikelomo.bakare45@gmail.com'])
  expect(asked('okafor-williams')).toEqual(['%lliams%', 'okaforwilliams'])
  expect(asked('0803 123 4567')).toEqual(['%234567%', '8031234567'])
})

test('a short word is looked up as a whole', () => {
  expect(asked('Ada Obi')).toEqual(['%ada%', '%obi%'])
  expect(asked('4567')).toEqual(['%4567%'])
  expect(asked('a.b')).toEqual(['%a.b%'])
})

test('characters with a meaning in patterns are searched for literally', () => {
  expect(asked('50%')).toEqual(['%50\\%%'])
  expect(asked('a_b')).toEqual(['%a\\_b%'])
})
