import type { Page } from 'playwright-core'
import {
  allSignals,
  bankLine,
  candidate,
  fewSignals,
  noMoney,
  stubPayments,
} from '../../e2e/browser/testing/payments.ts'
import { on, orders } from './desk-screens.ts'

const review = `${orders}?view=review`
/** Reloads the screen with this payment for each order. */
const withPayments = async (page: Page, payment: typeof noMoney) => {
  await stubPayments(page, () => payment)
  await page.reload()
  await page.getByRole('region', { name: 'Money', exact: true }).waitFor()
}
const part = bankLine(1, { amountKobo: 5_000_000 })
const choices = [
  candidate([bankLine(3)]),
  candidate([bankLine(4, { amountKobo: 7_450_000 })], {
    rule: 'difference',
    signals: { ...fewSignals, amount: false },
  }),
]

export const reviewMoneyScreens = [
  on('review.money', review, (page) =>
    withPayments(page, {
      ...noMoney,
      candidates: [candidate([bankLine(2)], { rule: 'code', only: true, signals: allSignals })],
    }),
  ),
  on('review.money-choices', review, (page) =>
    withPayments(page, { ...noMoney, candidates: choices }),
  ),
  on('review.money-none', review, (page) => withPayments(page, noMoney)),
  on('review.money-part', review, (page) =>
    withPayments(page, {
      ...noMoney,
      state: 'part',
      receivedKobo: 5_000_000,
      lines: [part],
      allocations: [{ lineId: part.lineId, amountKobo: 5_000_000 }],
    }),
  ),
  on(
    'review.money-why',
    review,
    async (page) => {
      await withPayments(page, { ...noMoney, evidence: 'reason', candidates: choices })
      await page.keyboard.press('a')
      await page.getByLabel('Why without money?').waitFor()
    },
    true,
  ),
]
