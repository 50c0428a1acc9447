import { bankLineOf } from '@strand/projections/testing/money'
import { expect, test } from 'vitest'
import { openTestShop } from '../testing/test-shop.ts'
import { readOwed } from './day-close.ts'

const october = { from: '2026-10-01', to: '2026-10-31' }
const november = { from: '2026-11-01', to: '2026-11-30' }

test('a repayment counts in the month of its debit, whenever staff recorded it', async () => {
  const shop = await openTestShop()
  const debit = await bankLineOf(shop.personalData, { bookedOn: '2026-10-30', amountKobo: -5_000 })
  await shop.append(`bank-line-${debit.lineId}`, [debit.recorded])
  await shop.caughtUp()
  await shop.pool.query(
    `insert into read.order_paid_back values
      (gen_random_uuid(), $1, 5000, '2026-11-02T09:00:00Z'),
      (gen_random_uuid(), gen_random_uuid(), 70, '2026-10-31T22:30:00Z'),
      (gen_random_uuid(), gen_random_uuid(), 900, '2026-10-31T23:30:00Z')`,
    [debit.lineId],
  )
  const paidBack = async (days: typeof october) =>
    (await readOwed(shop.pool, days)).owed.paidBackKobo
  expect([await paidBack(october), await paidBack(november)]).toEqual([5_070, 900])
})

test('uncertain money counts as taken back once staff confirm it, and never once they deny it', async () => {
  const shop = await openTestShop()
  await shop.caughtUp()
  await shop.pool.query(
    `insert into read.order_taken_back
     select 'ORDER', gen_random_uuid(), gen_random_uuid(), amount, '2026-11-10', certain, now(), outcome
     from (values (1, true, null), (20, false, null), (300, false, 'owed'), (4000, true, 'owed'),
       (50000, false, 'mistaken'), (600000, true, 'mistaken'),
       (7000000, false, 'paid-back')) one (amount, certain, outcome)`,
  )
  expect((await readOwed(shop.pool, november)).takenBackKobo).toBe(4_301)
  expect((await readOwed(shop.pool, october)).takenBackKobo).toBe(0)
})
