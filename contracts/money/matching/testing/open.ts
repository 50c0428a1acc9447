import type { OpenLine, OpenOrder } from '../candidate.ts'

/**
 * An order of ₦85,500 on 12 November from a customer who typed `Chioma Okafor`, except for the
 * fields in `what`.
 */
export const openOrder = (what: Partial<OpenOrder> = {}): OpenOrder => ({
  orderId: '7K3Q-ZM9X-WD4T',
  paymentCode: 'ACDE-FGHJ',
  expectedKobo: 8_550_000,
  receivedKobo: 0,
  accountName: 'Chioma Okafor',
  createdOn: '2026-11-12',
  customerKey: 'chioma@shop.example',
  proofReferences: [],
  ...what,
})

/** A transfer of ₦85,500 from OKAFOR CHIOMA A on 12 November, except for the fields in `what`. */
export const openLine = (what: Partial<OpenLine> = {}): OpenLine => {
  const amountKobo = what.amountKobo ?? 8_550_000
  return {
    lineId: 'line-1',
    amountKobo,
    freeKobo: amountKobo,
    bookedOn: '2026-11-12',
    payer: '',
    narration: 'NIP/GTB/OKAFOR CHIOMA A/hair',
    reference: '',
    ...what,
  }
}
