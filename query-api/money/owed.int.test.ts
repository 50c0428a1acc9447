import { resultOf } from '@strand/contracts/answer'
import { pageOf } from '@strand/contracts/list'
import { BankLineCounts, BankLineRow } from '@strand/contracts/money/bank-line'
import { OrderPayment } from '@strand/contracts/money/order-payment'
import { Owed } from '@strand/contracts/order/owed'
import { MonthClose } from '@strand/contracts/reports/overview'
import { bankLineOf } from '@strand/projections/testing/money'
import { expect, test } from 'vitest'
import { openTestShop } from '../testing/test-shop.ts'

const id = '7K3Q-ZM9X-WD4T'
const [owedId, other] = [
  '99999999-9999-4999-8999-999999999991',
  '99999999-9999-4999-8999-999999999992',
]

test('money owed to a customer is listed and counted until all of it is paid back', async () => {
  const shop = await openTestShop()
  const order = await shop.order(id)
  const append = (at: string, ...events: { type: string; data: unknown }[]) =>
    shop.append(`order-${id}`, events, { at: `2026-11-${at}T08:00:00.000Z` })
  const credit = await bankLineOf(shop.personalData, { payer: 'OKAFOR CHIOMA A' })
  const debit = await bankLineOf(shop.personalData, { bookedOn: '2026-11-15', amountKobo: -200 })
  for (const { lineId, recorded } of [credit, debit])
    await shop.append(`bank-line-${lineId}`, [recorded])
  const { lineId } = credit
  const list = async (query = '') => {
    const got = await shop.get(`/api/admin/bank-lines/owed?${query}`, 'auditor')
    expect(got.status).toBe(200)
    return pageOf(Owed).parse(got.json()).result
  }
  const counts = async () => {
    const got = await shop.get('/api/admin/bank-lines/counts', 'auditor')
    const { owed, owedKobo } = resultOf(BankLineCounts).parse(got.json()).result
    return [owed, owedKobo]
  }
  expect([(await list()).total, await counts()]).toEqual([0, [0, 0]])
  await append('13', order.created(), order.owed({ owedId, lineId }, 500, 'You paid twice'))
  // This line does not exist, as if its statement were gone.
  await append('14', order.owed({ owedId: other, lineId: other }, 70, 'Too much'))
  expect(await counts()).toEqual([2, 570])
  await append('15', order.paidBack({ owedId, debitLineId: debit.lineId }, 200, 300))
  expect((await list()).data).toEqual([
    {
      owedId,
      orderid: id,
      orderstatus: 'pending',
      fullname: 'Ada Okafor',
      reason: 'You paid twice',
      lineId,
      paidOn: '2026-11-12',
      payer: 'OKAFOR CHIOMA A',
      reversed: false,
      amountKobo: 500,
      restKobo: 300,
      owedAt: '2026-11-13T08:00:00.000Z',
      paidBack: [{ debitLineId: debit.lineId, on: '2026-11-15', amountKobo: 200 }],
    },
    expect.objectContaining({ owedId: other, paidOn: null, payer: '', paidBack: [] }),
  ])
  expect(await counts()).toEqual([2, 370])
  await shop.append(`bank-line-${lineId}`, [credit.owed(id, 500, owedId)])
  const stillOwed = async () => {
    const got = await shop.get('/api/admin/bank-lines', 'auditor')
    const { data } = pageOf(BankLineRow).parse(got.json()).result
    return data.find((line) => line.lineId === lineId)?.stillOwedKobo
  }
  const owedFor = async () => {
    const got = await shop.get(`/api/admin/orders/${id}/payment`, 'auditor')
    return resultOf(OrderPayment).parse(got.json()).result.owed
  }
  expect(await stillOwed()).toBe(300)
  expect(await owedFor()).toEqual([
    { owedId, lineId, paidOn: '2026-11-12', amountKobo: 500, restKobo: 300 },
    { owedId: other, lineId: other, paidOn: null, amountKobo: 70, restKobo: 70 },
  ])
  shop.clock.now = new Date('2026-12-02T12:00:00.000Z')
  const owedIn = async (month: string) => {
    const got = await shop.get(`/api/admin/reports/month/${month}`, 'auditor')
    return resultOf(MonthClose).parse(got.json()).result.owed
  }
  expect(await owedIn('2026-11')).toEqual({ owedKobo: 570, paidBackKobo: 200, openKobo: 370 })
  expect(await owedIn('2026-12')).toEqual({ owedKobo: 0, paidBackKobo: 0, openKobo: 370 })
  const latest = await list('sortField=restKobo&sortOrder=asc&results=1')
  expect(latest).toMatchObject({ total: 2, data: [{ owedId: other }] })
  expect((await shop.get('/api/admin/bank-lines/owed?sortField=x', 'auditor')).status).toBe(400)

  await append('16', order.paidBack({ owedId, debitLineId: lineId }, 300), order.notOwed(other))
  expect([(await list()).total, await counts()]).toEqual([0, [0, 0]])
  expect(await stillOwed()).toBe(0)
  expect((await owedFor()).map(({ restKobo }) => restKobo)).toEqual([0])
  expect((await list('state=settled')).data.map((row) => row.owedId)).toEqual([owedId])
})
