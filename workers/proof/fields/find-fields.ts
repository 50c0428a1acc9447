import type { ProofReading } from '@strand/contracts/order/proof-reading'
import { findAmount } from './amount.ts'
import { findDate } from './date.ts'
import { linesOf } from './lines.ts'
import { findRecipientAccount, findSender } from './parties.ts'
import { findReference, findSessionId } from './references.ts'

/** Finds the fields of a transfer in the text of its receipt. */
export const findFields = (text: string): ProofReading => {
  const lines = linesOf(text)
  return {
    amountKobo: findAmount(lines),
    date: findDate(lines),
    recipientAccount: findRecipientAccount(lines),
    sender: findSender(lines),
    reference: findReference(lines),
    sessionId: findSessionId(lines),
  }
}
