import { expect, test } from 'vitest'
import { joinSql, parameter, raw, sql, statementOf } from './sql.ts'

test('fragments are joined, and their parameters numbered in the order of the text', () => {
  const isPending = sql`status = ${parameter('pending')}`
  const isRecent = sql`created_at > ${parameter('2026-03-01')}`
  expect(
    statementOf(sql`
      select * from ${raw('read.order_state')} where ${joinSql([isPending, isRecent], ' and ')}
      limit ${parameter(10)}`),
  ).toEqual({
    text: `
      select * from read.order_state where status = $1 and created_at > $2
      limit $3`,
    values: ['pending', '2026-03-01', 10],
  })
})

test('a repeated parameter keeps its number; an equal value is another parameter', () => {
  const day = parameter('2026-03-01')
  const from = sql`day >= ${day}`
  expect(statementOf(sql`${from} and ${parameter('2026-03-01')} > day and ${day} < now()`)).toEqual(
    {
      text: 'day >= $1 and $2 > day and $1 < now()',
      values: ['2026-03-01', '2026-03-01'],
    },
  )
})

test('other values give the same text, so that a prepared statement can have a name', () => {
  const statement = (name: string) =>
    statementOf(joinSql([sql`name = ${parameter(name)}`, sql`true`], ' or '))
  expect(statement('Ada').text).toBe(statement(`'; drop table read.product; --`).text)
  expect(statement(`'; --`).values).toEqual([`'; --`])
})

test('null, an empty text and undefined are parameters, too', () => {
  const values = [null, '', undefined, 0, false]
  const list = joinSql(
    values.map((value) => sql`${parameter(value)}`),
    ', ',
  )
  expect(statementOf(list)).toEqual({ text: '$1, $2, $3, $4, $5', values })
})
