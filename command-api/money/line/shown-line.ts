import { erased } from '@strand/contracts/erased'
import { type BankLine, lineStatus } from '@strand/contracts/money/bank-line'
import { BankLinePersonal } from '@strand/contracts/money/bank-line.events'
import type { OpenLine } from '@strand/contracts/money/matching/candidate'
import { textOf } from '@strand/contracts/order/personal'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { allocatedKobo, type BankLineState } from './state.ts'

type Opener = Pick<PersonalData, 'open'>

const statusOf = (line: BankLineState) =>
  lineStatus({
    amountKobo: line.recorded.amountKobo,
    probablySameAs: line.probablySameAs,
    isWithdrawn: line.withdrawn,
    isMerged: line.mergedInto !== null,
    isSetAside: line.setAside !== null,
    allocatedKobo: allocatedKobo(line),
  })

/**
 * The line as staff see it, with its texts opened. Does not say whether a debit takes the line's
 * money back.
 */
export const shownLine = async (personalData: Opener, line: BankLineState): Promise<BankLine> => {
  const { recorded, setAside } = line
  const note = setAside?.note ?? null
  const [personal, said = null] = await personalData.open([
    recorded.personal,
    ...(note ? [note] : []),
  ])
  const { payer, narration, reference } = personal
    ? BankLinePersonal.parse(personal)
    : { payer: erased, narration: erased, reference: erased }
  return {
    lineId: recorded.lineId,
    bankAccountId: recorded.bankAccountId,
    statementIds: [recorded.statementId],
    kind: recorded.kind,
    reversedBy: null,
    perhapsReversedBy: null,
    bookedOn: recorded.bookedOn,
    valueOn: recorded.valueOn,
    amountKobo: recorded.amountKobo,
    balanceKobo: recorded.balanceKobo,
    reference,
    payer,
    narration,
    status: statusOf(line),
    allocatedKobo: allocatedKobo(line),
    allocations: line.allocations.map(({ orderId, amountKobo }) => ({ orderId, amountKobo })),
    setAside: setAside && { kind: setAside.kind, note: note ? textOf(said) : '' },
    probablySameAs: line.probablySameAs,
  }
}

/** The line as the matching rules need it. Its texts are empty if its key was destroyed. */
export const openLineOf = async (personalData: Opener, line: BankLineState): Promise<OpenLine> => {
  const { lineId, amountKobo, bookedOn, personal } = line.recorded
  const [opened] = await personalData.open([personal])
  const texts = opened ? BankLinePersonal.parse(opened) : null
  return {
    lineId,
    amountKobo,
    bookedOn,
    freeKobo: amountKobo - allocatedKobo(line),
    payer: texts?.payer ?? '',
    narration: texts?.narration ?? '',
    reference: texts?.reference ?? '',
  }
}
