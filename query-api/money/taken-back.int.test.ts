import { resultOf } from '@strand/contracts/answer'
import { pageOf } from '@strand/contracts/list'
import { BankLineCounts } from '@strand/contracts/money/bank-line'
import { TakenBack } from '@strand/contracts/order/taken-back'
import { MonthClose } from '@strand/contracts/reports/overview'
import { bankLineOf, statementOf } from '@strand/projections/testing/money'
import { expect, test } from 'vitest'
import { openTestShop } from '../testing/test-shop.ts'

const id = '7K3Q-ZM9X-WD4T'

test('what the bank took back is listed, counted and flagged until someone deals with it', async () => {
  const shop = await openTestShop()
  const order = await shop.order(id)
  const append = (...events: { type: string; data: unknown }[]) =>
    shop.append(`order-${id}`, events, { at: '2026-11-15T08:00:00.000Z' })
  const credit = await bankLineOf(shop.personalData, { payer: 'OKAFOR CHIOMA A', reference: 'S1' })
  const debit = await bankLineOf(shop.personalData, {
    bookedOn: '2026-11-14',
    amountKobo: -8_550_000,
    narration: 'RVSL NIP/GTB/OKAFOR CHIOMA A',
    reference: 'S1',
  })
  for (const { lineId, recorded } of [credit, debit])
    await shop.append(`bank-line-${lineId}`, [recorded])
  await shop.append('bank-statement-1', [statementOf()])
  const { lineId } = credit
  const taken = { lineId, debitLineId: debit.lineId }
  const list = async (query = '') => {
    const got = await shop.get(`/api/admin/orders/taken-back?${query}`, 'auditor')
    expect(got.status).toBe(200)
    return pageOf(TakenBack).parse(got.json()).result
  }
  const count = async () => {
    const got = await shop.get('/api/admin/bank-lines/counts', 'auditor')
    return resultOf(BankLineCounts).parse(got.json()).result.takenback
  }
  const row = async () => {
    const got = await shop.get('/api/admin/confirmed-orders', 'auditor')
    const { flags, takenBack } = got.json().result.data[0]
    return { flags, takenBack }
  }
  await append(order.created(), order.approved())
  expect([(await list()).total, await count()]).toEqual([0, 0])
  expect(await row()).toEqual({ flags: [], takenBack: null })
  await append(order.takenBack(taken, 8_550_000))
  expect((await list()).data).toEqual([
    {
      orderid: id,
      orderstatus: 'confirmed',
      fullname: 'Ada Okafor',
      lineId,
      paidOn: '2026-11-12',
      payer: 'OKAFOR CHIOMA A',
      amountKobo: 8_550_000,
      debitLineId: debit.lineId,
      takenBackOn: '2026-11-14',
      narration: 'RVSL NIP/GTB/OKAFOR CHIOMA A',
      isCertain: true,
      noticedAt: '2026-11-15T08:00:00.000Z',
    },
  ])
  expect(await count()).toBe(1)
  // This debit does not exist, as if its statement were gone.
  const other = '99999999-9999-4999-8999-999999999999'
  await append(order.takenBack({ lineId: other, debitLineId: other }, 50, false))
  expect(await row()).toEqual({
    flags: ['taken-back'],
    takenBack: { amountKobo: 8_550_050, takenBackOn: '2026-11-14', isCertain: true },
  })
  const found = await list('sortField=amountKobo&sortOrder=desc&results=1&page=2')
  expect(found).toMatchObject({ total: 2, data: [{ paidOn: null, payer: '', narration: '' }] })
  expect((await shop.get('/api/admin/orders/taken-back?sortField=x', 'auditor')).status).toBe(400)
  expect(found.data[0]?.isCertain).toBe(false)
  shop.clock.now = new Date('2026-12-02T12:00:00.000Z')
  const takenBackIn = async (month: string) => {
    const got = await shop.get(`/api/admin/reports/month/${month}`, 'auditor')
    return resultOf(MonthClose).parse(got.json()).result.takenBackKobo
  }
  // An uncertain reversal counts once staff confirm it.
  expect(await takenBackIn('2026-11')).toBe(8_550_000)
  expect(await takenBackIn('2026-12')).toBe(0)
  await append(order.takenBackSeenTo(lineId))
  expect((await row()).takenBack).toMatchObject({ amountKobo: 50, isCertain: false })
  await append(order.takenBackSeenTo(other))
  expect([(await list()).total, await count()]).toEqual([0, 0])
  expect(await row()).toEqual({ flags: [], takenBack: null })
})
