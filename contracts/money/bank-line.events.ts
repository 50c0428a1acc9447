import { z } from 'zod'
import { Sealed } from '../envelope.ts'
import { defineEvent, type EventsOf, eventCodec } from '../event-codec.ts'
import { givenText } from '../text.ts'
import { Allocation } from './allocation.ts'
import { eventDay, eventKobo } from './event-fields.ts'
import { LineKind } from './line-kind.ts'
import { matchingRules } from './matching/candidate.ts'
import { SetAsideKind } from './set-aside.ts'

/** A line's stream is the lock that keeps one transfer from paying two orders. */
export const bankLineStream = (lineId: string) => `bank-line-${lineId}`

const lineId = z.uuid()
const owedId = z.uuid().describe('Identifies the debt among all orders.')

export const bankLineEvents = eventCodec('bank-line-{lineId}', [
  defineEvent(
    'BankLineRecorded',
    'A statement had a line that no earlier statement had, or only ones whose import was undone.',
    z.object({
      lineId,
      bankAccountId: z.uuid(),
      statementId: z.uuid(),
      bookedOn: eventDay,
      valueOn: eventDay.nullable(),
      amountKobo: eventKobo,
      balanceKobo: eventKobo.nullable().describe('After the line, if the file says so.'),
      number: z.int().min(1).describe('Among the lines of the file that are equal in all of this.'),
      personal: Sealed.describe('Payer, narration and reference, under a key of this line.'),
      probablySameAs: z
        .uuid()
        .nullable()
        .describe('A line of another file with its day, amount and beginning of the narration.'),
      kind: LineKind.describe('Whether the bank says, in words or by a mark, that it is a return.'),
    }),
    [(data) => ({ ...data, kind: 'money' })],
  ),
  defineEvent(
    'BankLineMatched',
    'Parts of the line pay orders, in addition to earlier ones.',
    z.object({
      lineId,
      allocations: z.array(Allocation),
      rule: z.enum([...matchingRules, 'by hand']).describe('The sign that it is their money.'),
      approving: givenText
        .nullable()
        .describe('The command that matches the line to approve the order; the approval follows.'),
    }),
  ),
  defineEvent(
    'BankLineUnmatched',
    'Parts of the line no longer pay these orders.',
    z.object({
      lineId,
      orderIds: z.array(givenText),
      cause: z
        .enum(['by hand', 'undone', 'archived', 'not approved'])
        .describe(
          'The cause: staff, the undo of an approval, the archiving of a pending order, or an approval that was refused.',
        ),
      reason: Sealed.nullable().describe('The words of staff, under the key of this line.'),
    }),
  ),
  defineEvent(
    'BankLineSetAside',
    'The line is not money for an order.',
    z.object({ lineId, kind: SetAsideKind, note: Sealed.nullable() }),
  ),
  defineEvent(
    'BankLineTakenBack',
    'The line, which was set aside, may be an order’s money after all.',
    z.object({ lineId }),
  ),
  defineEvent(
    'BankLineMerged',
    'The line is the same as a known one in other words: it no longer counts.',
    z.object({ lineId, into: z.uuid() }),
  ),
  defineEvent(
    'BankLineKeptApart',
    'The line is not the one that it resembles.',
    z.object({ lineId, from: z.uuid() }),
  ),
  defineEvent(
    'BankLineWithdrawn',
    'The import of the only statement that had the line was undone: it no longer counts, until another one brings it.',
    z.object({ lineId, statementId: z.uuid() }),
  ),
  defineEvent(
    'BankLineOwed',
    'Part of the line, a credit, is owed back to the customer of an order, whose event follows.',
    z.object({ lineId, owedId, orderId: givenText, amountKobo: z.int().positive() }),
  ),
  defineEvent(
    'BankLineNotOwed',
    'The part of the line is no longer owed, or its order refused it.',
    z.object({ lineId, owedId, amountKobo: z.int().positive() }),
  ),
  defineEvent(
    'BankLinePaidBack',
    'Part of the line, a debit, pays back money owed to the customer of an order, whose event follows.',
    z.object({ lineId, owedId, orderId: givenText, amountKobo: z.int().positive() }),
  ),
  defineEvent(
    'BankLineNotPaidBack',
    'The part of the line no longer pays anything back, or its order refused it.',
    z.object({ lineId, owedId, amountKobo: z.int().positive() }),
  ),
  defineEvent(
    'BankLineTextErased',
    'The key of the line is destroyed: nobody can read its texts. Day, amount and allocations stay.',
    z.object({
      lineId,
      cause: z
        .enum(['order erased', 'expired'])
        .describe(
          'It paid an erased order alone or is owed back for it, or it paid no order for `BANK_LINE_DAYS`.',
        ),
    }),
  ),
])
export type BankLineEvent = EventsOf<typeof bankLineEvents>
export type BankLineRecorded = Extract<BankLineEvent, { type: 'BankLineRecorded' }>['data']

/** A line's sealed fields. */
export const BankLinePersonal = z.object({
  payer: givenText,
  narration: givenText,
  reference: givenText,
})
export type BankLinePersonal = z.infer<typeof BankLinePersonal>
