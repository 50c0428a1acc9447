import type { Sealed } from '@strand/contracts/envelope'
import type { PaymentEvidence, RecordedEvidence } from '@strand/contracts/money/evidence'
import type { OrderEvent } from '@strand/contracts/order/events'
import type { ProofFile } from '@strand/contracts/order/proof-file'
import type { QuestionKind } from '@strand/contracts/order/question-kind'
import type { OrderStatus } from '@strand/contracts/order/status'
import type { TakenBackOutcome } from '@strand/contracts/order/taken-back'
import { Rejected } from '@strand/event-sourcing/errors'

/**
 * Naira, and who approves. `isSameHand`: that person and the proposer are not two people, because one
 * created the other's account lately.
 */
export type FourEyes = { above: number; by: string; isSameHand: boolean }

/** What the shop demands of an approval, and whether who approves may give a reason instead. */
export type Demand = { evidence: PaymentEvidence; mayWaive: boolean }

export type OrderCommand =
  | { type: 'CreateOrder'; data: Extract<OrderEvent, { type: 'OrderCreated' }>['data'] }
  /** With `fourEyes`, an order whose total is above the limit needs two people. */
  | {
      type: 'ApproveOrder'
      fourEyes?: FourEyes | undefined
      evidence?: RecordedEvidence
      demand?: Demand | undefined
      /** Kobo by which its money may be short of the total; undefined: 0. */
      toleranceKobo?: number | undefined
    }
  | { type: 'WithdrawApproval'; by: string }
  /** Only for a pending order; other orders are archived by a status change. */
  | { type: 'ArchiveOrder'; message?: Sealed; reason?: Sealed }
  | { type: 'RestoreOrder' }
  | { type: 'ChangeStatus'; to: OrderStatus; message: Sealed | null; shipment?: Sealed }
  | { type: 'ReviewOrder'; review: Sealed }
  | { type: 'ContactCustomer'; channel: 'whatsapp'; text: Sealed }
  | { type: 'UndoChange'; position: string; at: string }
  /** The mail about the change at this position is about to go. */
  | { type: 'ReleaseMail'; position: string }
  | { type: 'AskQuestion'; kind: QuestionKind; text: Sealed }
  | { type: 'AnswerQuestion'; text: Sealed | null; files: ProofFile[] }
  | { type: 'AddNote'; note: Sealed; mentions: string[] }
  | { type: 'AssignOrder'; to: string | null }
  /** The bank took back what a line paid. Nothing unless the order is approved, and it is news. */
  | {
      type: 'NoteTakenBack'
      lineId: string
      debitLineId: string
      amountKobo: number
      takenBackOn: string
      isCertain: boolean
    }
  | { type: 'SeeToTakenBack'; lineId: string; outcome: TakenBackOutcome; note: Sealed | null }
  /** The line says before that it has the money. */
  | { type: 'OweMoney'; owedId: string; lineId: string; amountKobo: number; reason: Sealed }
  | { type: 'UnoweMoney'; owedId: string; reason: Sealed | null }
  /** The debit says before that it has the money. */
  | { type: 'PayBackMoney'; owedId: string; debitLineId: string; amountKobo: number }
  | { type: 'UndoPayBackMoney'; owedId: string; debitLineId: string }
  | { type: 'ErasePersonalData' }
  /**
   * `archivedBefore` (ISO 8601) is the start of the retention period: an order archived later keeps
   * its files.
   */
  | { type: 'DeleteProofs'; afterDays: number; archivedBefore: string }

export const unknownOrder = () => new Rejected('not-found', 'There is no order with this id')
/** The order's state does not allow the command. */
export const conflict = (message: string) => new Rejected('conflict', message)
export const personalDataErased = () =>
  conflict(
    'The personal data of this order was erased, so it takes no more messages, reviews or notes',
  )
