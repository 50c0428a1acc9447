import { z } from 'zod'
import { Sealed } from '../envelope.ts'
import { defineEvent, type EventsOf, eventCodec } from '../event-codec.ts'
import { givenText } from '../text.ts'
import { Allocation } from './allocation.ts'
import { eventDay, eventKobo } from './event-fields.ts'
import { LineKind } from './line-kind.ts'
import { matchingRules } from './matching/candidate.ts'
import { SetAsideKind } from './set-aside.ts'

/** A line's stream also serves as a lock, which keeps one transfer from paying for two orders. */
export const bankLineStream = (lineId: string) => `bank-line-${lineId}`

const lineId = z.uuid()
const owedId = z.uuid().describe('The id of the debt, unique among all orders.')

export const bankLineEvents = eventCodec('bank-line-{lineId}', [
  defineEvent(
    'BankLineRecorded',
    'A statement contained a line that no earlier statement had, or only statements whose import was undone.',
    z.object({
      lineId,
      bankAccountId: z.uuid(),
      statementId: z.uuid(),
      bookedOn: eventDay,
      valueOn: eventDay.nullable(),
      amountKobo: eventKobo,
      balanceKobo: eventKobo
        .nullable()
        .describe('The balance after the line, if the file gives it.'),
      number: z
        .int()
        .min(1)
        .describe('Distinguishes lines in the file that are otherwise equal: 1, 2 and so on.'),
      personal: Sealed.describe('Payer, narration and reference, sealed with the line’s key.'),
      probablySameAs: z
        .uuid()
        .nullable()
        .describe('A known line, from another file or format, that this line may duplicate.'),
      kind: LineKind.describe('Whether the bank describes or marks the line as a return.'),
    }),
    [(data) => ({ ...data, kind: 'money' })],
  ),
  defineEvent(
    'BankLineMatched',
    'Parts of the line were matched to orders, in addition to any earlier matches.',
    z.object({
      lineId,
      allocations: z.array(Allocation),
      rule: z
        .enum([...matchingRules, 'by hand'])
        .describe(
          'The rule by which the line was recognized as these orders’ money, or `by hand`.',
        ),
      approving: givenText
        .nullable()
        .describe(
          'The command that matched the line in order to approve the order; null for a match by hand.',
        ),
    }),
  ),
  defineEvent(
    'BankLineUnmatched',
    'Parts of the line no longer pay for these orders.',
    z.object({
      lineId,
      orderIds: z.array(givenText),
      cause: z
        .enum(['by hand', 'undone', 'archived', 'not approved'])
        .describe(
          'The cause: staff, the undo of an approval, the archiving of a pending order, or an approval that was refused.',
        ),
      reason: Sealed.nullable().describe('What staff wrote, sealed with the line’s key.'),
    }),
  ),
  defineEvent(
    'BankLineSetAside',
    'The line was set aside because it is not money for an order.',
    z.object({ lineId, kind: SetAsideKind, note: Sealed.nullable() }),
  ),
  defineEvent(
    'BankLineTakenBack',
    'The line is no longer set aside: it may be an order’s money after all.',
    z.object({ lineId }),
  ),
  defineEvent(
    'BankLineMerged',
    'Staff found that the line is the same as a known line, so it no longer counts.',
    z.object({ lineId, into: z.uuid() }),
  ),
  defineEvent(
    'BankLineKeptApart',
    'Staff kept the line apart from the line that it resembles.',
    z.object({ lineId, from: z.uuid() }),
  ),
  defineEvent(
    'BankLineWithdrawn',
    'The import of the only statement that contains the line was undone, so the line does not count until another statement contains it.',
    z.object({ lineId, statementId: z.uuid() }),
  ),
  defineEvent(
    'BankLineOwed',
    'Part of this credit is owed back to the customer of an order. The event in the order’s stream is recorded after this one.',
    z.object({ lineId, owedId, orderId: givenText, amountKobo: z.int().positive() }),
  ),
  defineEvent(
    'BankLineNotOwed',
    'Part of this credit is no longer owed back, or the order refused the debt.',
    z.object({ lineId, owedId, amountKobo: z.int().positive() }),
  ),
  defineEvent(
    'BankLinePaidBack',
    'Part of this debit pays back money owed to the customer of an order. The event in the order’s stream is recorded after this one.',
    z.object({ lineId, owedId, orderId: givenText, amountKobo: z.int().positive() }),
  ),
  defineEvent(
    'BankLineNotPaidBack',
    'Part of this debit no longer pays anything back, or the order refused the payment.',
    z.object({ lineId, owedId, amountKobo: z.int().positive() }),
  ),
  defineEvent(
    'BankLineTextErased',
    'The line’s key was destroyed, so nobody can read its texts. The day, amount and allocations remain readable.',
    z.object({
      lineId,
      cause: z
        .enum(['order erased', 'expired'])
        .describe(
          '`order erased`: the line paid only for an erased order, or is owed back for one. `expired`: the line paid for no order within `BANK_LINE_DAYS` days.',
        ),
    }),
  ),
])
export type BankLineEvent = EventsOf<typeof bankLineEvents>
export type BankLineRecorded = Extract<BankLineEvent, { type: 'BankLineRecorded' }>['data']

/** The JSON that a line's event seals. */
export const BankLinePersonal = z.object({
  payer: givenText,
  narration: givenText,
  reference: givenText,
})
export type BankLinePersonal = z.infer<typeof BankLinePersonal>
