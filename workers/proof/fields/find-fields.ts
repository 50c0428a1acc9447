import type { ProofReading } from '@strand/contracts/order/proof-reading'
import { findAmount } from './amount.ts'
import { findDate } from './date.ts'
import { cut, linesOf } from './lines.ts'
import { findRecipientAccount, findSender } from './parties.ts'
import { findReference, findSessionId } from './references.ts'

/** Its rows are transfers of which nobody can say which one is meant. */
const statement =
  /\bstatement of account\b|\b(?:account|bank) statement\b|\bopening balance\b|\bclosing balance\b/i

/**
 * Finds the fields of a transfer in the text of its receipt. An uncertain field stays empty: a flag
 * accuses a customer.
 *
 * @param again the text as it was read a second time, from a picture; what a flag hangs on is in
 * both
 */
export const findFields = (text: string, again: string | null = null): ProofReading => {
  const lines = linesOf(text)
  const second = again === null ? null : linesOf(again)
  // The second reading does not tell what an edge of the picture runs through.
  const other = text.includes(cut) ? null : second
  if (lines.some((line) => statement.test(line))) return nothing
  return {
    amountKobo: findAmount(lines, second),
    date: findDate(lines, second),
    recipientAccount: findRecipientAccount(lines, second),
    sender: findSender(lines) ?? (other && findSender(other)),
    reference: findReference(lines) ?? (other && findReference(other)),
    sessionId: findSessionId(lines) ?? (other && findSessionId(other)),
  }
}

/** Written out here: the process that reads a proof can't load packages. */
const nothing: ProofReading = {
  amountKobo: null,
  date: null,
  recipientAccount: null,
  sender: null,
  reference: null,
  sessionId: null,
}
