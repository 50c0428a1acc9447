import type { BankLine } from '../bank-line.ts'

/**
 * An unmatched credit of ₦5,000 from OKAFOR CHIOMA A on 12 November, except for the fields in
 * `what`.
 */
export const bankLineWith = (what: Partial<BankLine> = {}): BankLine => ({
  lineId: 'line',
  bankAccountId: 'account',
  statementIds: [],
  bookedOn: '2026-11-12',
  valueOn: null,
  amountKobo: 500_000,
  balanceKobo: null,
  reference: '',
  payer: '',
  narration: 'OKAFOR CHIOMA A',
  status: 'unmatched',
  allocatedKobo: 0,
  allocations: [],
  setAside: null,
  probablySameAs: null,
  kind: 'money',
  reversedBy: null,
  perhapsReversedBy: null,
  ...what,
})
