import { erased } from '@strand/contracts/erased'
import { fold } from '@strand/contracts/folding'
import { lineStatus } from '@strand/contracts/money/bank-line'
import { BankLinePersonal, type BankLineRecorded } from '@strand/contracts/money/bank-line.events'
import type { Opened } from '@strand/contracts/order/personal'
import type { LineRow } from './batch.ts'

const unreadable: BankLinePersonal = { payer: erased, narration: erased, reference: erased }

const textColumns = (amountKobo: number, { payer, narration, reference }: BankLinePersonal) => {
  const naira = Math.trunc(Math.abs(amountKobo) / 100)
  const search = [payer, narration, reference, String(naira)].map(fold).join('\n')
  return { reference, payer, narration, search }
}

/** The row has its day and amount even if the line's texts can no longer be decrypted. */
export const newRow = (line: BankLineRecorded, opened: Opened): LineRow => ({
  line_id: line.lineId,
  bank_account_id: line.bankAccountId,
  statement_ids: [line.statementId],
  booked_on: line.bookedOn,
  value_on: line.valueOn,
  amount_kobo: line.amountKobo,
  balance_kobo: line.balanceKobo,
  ...textColumns(line.amountKobo, opened ? BankLinePersonal.parse(opened) : unreadable),
  status: lineStatus(line),
  probably_same_as: line.probablySameAs,
  allocated_kobo: 0,
  set_aside_kind: null,
  set_aside_note: null,
  merged_into: null,
  kind: line.kind,
  gives_back: null,
  reversed_by: null,
  perhaps_reversed_by: null,
  withdrawn: false,
})

export const erasedRow = (row: LineRow): LineRow => ({
  ...row,
  ...textColumns(row.amount_kobo, unreadable),
  set_aside_note: row.set_aside_note === null ? null : erased,
})

export const statusOf = (row: Omit<LineRow, 'status'>) =>
  lineStatus({
    amountKobo: row.amount_kobo,
    probablySameAs: row.probably_same_as,
    isWithdrawn: row.withdrawn,
    isMerged: row.merged_into !== null,
    isSetAside: row.set_aside_kind !== null,
    allocatedKobo: row.allocated_kobo,
  })
