import type { BankLine } from '@strand/contracts/money/bank-line'
import type { Signals } from '@strand/contracts/money/matching/candidate'
import type { OrderPayment, PaymentCandidate } from '@strand/contracts/money/order-payment'
import { bankLineWith } from '@strand/contracts/money/testing/bank-line'
import type { Page } from 'playwright-core'

/** The payment of an order of `startSeededShop`: no money yet, unless a test changes it. */
export const noMoney: OrderPayment = {
  expectedKobo: 7_500_000,
  receivedKobo: 0,
  state: 'none',
  allocations: [],
  lines: [],
  candidates: [],
  newestLineOn: '2026-03-28',
  covered: true,
  takenBack: [],
  owed: [],
  leftToPeople: null,
  toleranceKobo: 0,
  evidence: 'optional',
}

const uuid = (number: number) => `00000000-0000-8000-8000-${String(number).padStart(12, '0')}`

export const bankLine = (number: number, changes: Partial<BankLine> = {}): BankLine =>
  bankLineWith({
    lineId: uuid(number),
    bankAccountId: uuid(0),
    statementIds: [uuid(1)],
    bookedOn: '2026-03-12',
    amountKobo: 7_500_000,
    payer: 'OKAFOR CHIOMA A',
    narration: 'NIP TRF FROM OKAFOR CHIOMA A',
    ...changes,
  })

export const allSignals: Signals = {
  code: true,
  reference: true,
  amount: true,
  names: true,
  history: false,
  time: true,
}
export const fewSignals: Signals = {
  ...allSignals,
  code: false,
  reference: false,
  names: false,
}

export const candidate = (
  lines: BankLine[],
  changes: Partial<PaymentCandidate> = {},
): PaymentCandidate => ({
  lines,
  rule: 'names',
  only: false,
  alsoPays: [],
  alsoFits: [],
  amountKobo: lines.reduce((sum, line) => sum + line.amountKobo - line.allocatedKobo, 0),
  signals: { code: false, reference: false, amount: true, names: true, history: false, time: true },
  ...changes,
})

/** Stubs each order's payment; `of` gets the order's id. */
export const stubPayments = (page: Page, of: (orderId: string) => OrderPayment) =>
  page.route('**/api/admin/orders/*/payment', (route) => {
    const orderId = decodeURIComponent(new URL(route.request().url()).pathname.split('/')[4] ?? '')
    return route.fulfill({ json: { isSuccessful: true, message: '', result: of(orderId) } })
  })
