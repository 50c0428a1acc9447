import type { ProofReading } from '@strand/contracts/order/proof-reading'
import { findAmount } from './amount.ts'
import { findDate } from './date.ts'
import { cut, linesOf } from './lines.ts'
import { findRecipientAccount, findSender } from './parties.ts'
import { findReference, findSessionId } from './references.ts'

/**
 * Words that show that a file is a bank statement. A statement lists many transfers, and nothing
 * shows which one is meant.
 */
const statement =
  /\bstatement of account\b|\b(?:account|bank) statement\b|\bopening balance\b|\bclosing balance\b/i

/**
 * Finds the fields of a transfer in the text of its receipt. Leaves uncertain fields empty, because
 * a wrong one could accuse a customer.
 *
 * @param again a second reading of the same picture; fields that can raise a flag must be in both
 */
export const findFields = (text: string, again: string | null = null): ProofReading => {
  const lines = linesOf(text)
  const second = again === null ? null : linesOf(again)
  // The second reading has no marks for cut-off words, so it is ignored if the first reading has
  // such marks.
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

/**
 * Repeats the empty reading from `contracts/`, because the process that reads proofs cannot load
 * packages.
 */
const nothing: ProofReading = {
  amountKobo: null,
  date: null,
  recipientAccount: null,
  sender: null,
  reference: null,
  sessionId: null,
}
