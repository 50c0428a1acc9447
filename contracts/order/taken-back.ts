import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { Sealed } from '../envelope.ts'
import { defineEvent } from '../event-codec.ts'
import { ListQuery, pageOf } from '../list.ts'
import { eventDay } from '../money/event-fields.ts'
import { givenText, optionalText, pathIdentifier } from '../text.ts'
import { OrderStatus } from './status.ts'

/** What staff did about money that the bank took back. Only the shop itself records `paid-back`. */
export const takenBackOutcomes = {
  asked: 'The customer was asked to pay again',
  'paid-again': 'The customer paid again',
  returned: 'The goods came back',
  'written-off': 'Written off',
  mistaken: 'It was not taken back',
  'paid-back': 'The debit paid back money owed',
} as const
export const TakenBackOutcome = z.enum(
  Object.keys(takenBackOutcomes) as (keyof typeof takenBackOutcomes)[],
)
export type TakenBackOutcome = z.infer<typeof TakenBackOutcome>
export const StaffOutcome = TakenBackOutcome.exclude(['paid-back'], 'Please say what was done')

const lineId = z.uuid().describe('The bank line that paid for the order.')

export const takenBackEvents = [
  defineEvent(
    'OrderMoneyTakenBack',
    'The bank took back, or may have taken back, money that pays for an approved order.',
    z.object({
      orderId: givenText,
      lineId,
      debitLineId: z.uuid().describe('The bank line that took the money back.'),
      amountKobo: z
        .int()
        .positive()
        .describe('The part of the line that pays for the order, in kobo.'),
      takenBackOn: eventDay,
      isCertain: z
        .boolean()
        .describe('False if the bank may instead have taken back another line of the same amount.'),
    }),
  ),
  defineEvent(
    'OrderMoneyTakenBackSeenTo',
    'Staff dealt with money that the bank took back, or it turned out that the debit pays back money owed.',
    z.object({
      orderId: givenText,
      lineId,
      outcome: TakenBackOutcome,
      note: Sealed.nullable().describe('What staff wrote about it.'),
    }),
  ),
] as const

/** The maximum length of a note, in characters. */
export const maxTakenBackNote = 500

/** `POST /api/admin/orders/{orderId}/taken-back/{lineId}/seen-to`. */
export const SeeToTakenBack = z.object({
  outcome: StaffOutcome,
  note: optionalText(maxTakenBackNote),
})

/** An order's money that the bank took back and nobody has dealt with yet. */
export const TakenBack = z.object({
  orderid: givenText,
  orderstatus: OrderStatus,
  fullname: givenText,
  /**
   * The line that paid for the order, and its day; the day is null while no read model has the
   * line.
   */
  lineId: z.uuid(),
  paidOn: z.iso.date().nullable(),
  payer: givenText,
  /** How much of the line pays for the order. */
  amountKobo: z.int(),
  /** The debit that took the money back, its day, and the bank's text. */
  debitLineId: z.uuid(),
  takenBackOn: z.iso.date(),
  narration: givenText,
  /** False if the bank may instead have taken back another line of the same amount. */
  isCertain: z.boolean(),
  /** When the shop noticed that the money was taken back. */
  noticedAt: z.iso.datetime(),
})
export type TakenBack = z.infer<typeof TakenBack>

export const takenBackEndpoints = endpoints('Bank', {
  listTakenBack: {
    method: 'GET',
    path: '/api/admin/orders/taken-back',
    access: { permission: 'money.read' },
    summary: 'List the payments that the bank took back and nobody has dealt with',
    query: ListQuery,
    response: { 200: pageOf(TakenBack) },
  },
  seeToTakenBack: {
    method: 'POST',
    path: '/api/admin/orders/:orderId/taken-back/:lineId/seen-to',
    access: { permission: 'money.manage' },
    summary: 'Record what was done about money that the bank took back',
    params: z.object({ orderId: pathIdentifier, lineId: pathIdentifier }),
    body: SeeToTakenBack,
    response: { 200: CommandAnswer },
  },
})
