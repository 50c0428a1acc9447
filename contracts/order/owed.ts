import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { Sealed } from '../envelope.ts'
import { defineEvent } from '../event-codec.ts'
import { ListQuery, pageOf } from '../list.ts'
import { Kobo, maxLineNote } from '../money/bank-line-commands.ts'
import { givenText, identifier, pathIdentifier, requiredText } from '../text.ts'
import { OrderStatus } from './status.ts'

const orderId = givenText
const owedId = z.uuid().describe('The id of the debt, unique among all orders.')
const part = z.int().positive().describe('In kobo.')

/**
 * Money that the shop owes a customer who paid twice, paid too much, or got nothing for the money.
 */
export const owedEvents = [
  defineEvent(
    'OrderMoneyOwed',
    'Staff recorded that the shop owes the customer part of a bank line. This event is recorded after the event for that line.',
    z.object({
      orderId,
      owedId,
      lineId: z.uuid().describe('The credit that brought the money.'),
      amountKobo: part,
      reason: Sealed.describe('The reason, which the customer can also read.'),
    }),
  ),
  defineEvent(
    'OrderMoneyNotOwed',
    'Staff canceled the debt before any part was paid back.',
    z.object({
      orderId,
      owedId,
      reason: Sealed.nullable().describe(
        'The reason for canceling; null if the personal data had been erased.',
      ),
    }),
  ),
  defineEvent(
    'OrderMoneyPaidBack',
    'An outgoing payment repaid all or part of the debt. This event is recorded after the event for that payment.',
    z.object({
      orderId,
      owedId,
      debitLineId: z.uuid(),
      amountKobo: part,
      restKobo: z.int().min(0).describe('The amount still owed.'),
    }),
  ),
  defineEvent(
    'OrderMoneyNotPaidBack',
    'Staff canceled the record that an outgoing payment repaid all or part of the debt.',
    z.object({ orderId, owedId, debitLineId: z.uuid() }),
  ),
] as const

const reason = requiredText('Please give the reason', maxLineNote)
const namesOwed = identifier(64)

/** `POST /api/admin/bank-lines/{lineId}/owe`. The customer reads the reason. */
export const OweBankLine = z.object({ orderId: identifier(64), amountKobo: Kobo, reason })
/** `POST /api/admin/bank-lines/{lineId}/unowe`. Only staff read the reason. */
export const UnoweBankLine = z.object({ owedId: namesOwed, reason })
/** `POST /api/admin/bank-lines/{debitLineId}/settle` and `…/unsettle`. */
export const SettleBankLine = z.object({ owedId: namesOwed })

/** A debt to a customer, after a command. */
export const OwedState = z.object({
  owedId: z.uuid(),
  orderId: givenText,
  /** The credit that brought the money. */
  lineId: z.uuid(),
  amountKobo: z.int(),
  restKobo: z.int(),
})
export type OwedState = z.infer<typeof OwedState>

/** A row of `GET /api/admin/bank-lines/owed`. */
export const Owed = z.object({
  owedId: z.uuid(),
  orderid: givenText,
  orderstatus: OrderStatus,
  fullname: givenText,
  reason: givenText,
  /**
   * The credit that brought the money, and its day; the day is null while no read model has the
   * line.
   */
  lineId: z.uuid(),
  paidOn: z.iso.date().nullable(),
  payer: givenText,
  /** Whether the bank took the credit `lineId` back, so that the shop may owe nothing. */
  reversed: z.boolean(),
  amountKobo: z.int(),
  restKobo: z.int(),
  owedAt: z.iso.datetime(),
  /** The debits that paid parts of the debt, oldest first. */
  paidBack: z.array(
    z.object({ debitLineId: z.uuid(), on: z.iso.date().nullable(), amountKobo: z.int() }),
  ),
})
export type Owed = z.infer<typeof Owed>

/** `GET /api/admin/bank-lines/owed`, oldest first. */
export const OwedQuery = ListQuery.extend({
  state: z.enum(['open', 'settled']).default('open'),
})
export type OwedQuery = z.infer<typeof OwedQuery>

const command = <const Name extends string>(name: Name) => ({
  method: 'POST' as const,
  path: `/api/admin/bank-lines/:lineId/${name}` as const,
  access: { permission: 'money.manage' } as const,
  params: z.object({ lineId: pathIdentifier }),
  response: { 200: CommandAnswer.extend({ result: OwedState }) },
})

export const owedEndpoints = endpoints('Bank', {
  listOwed: {
    method: 'GET',
    path: '/api/admin/bank-lines/owed',
    access: { permission: 'money.read' },
    summary: 'List the money that the shop owes back to customers',
    query: OwedQuery,
    response: { 200: pageOf(Owed) },
  },
  oweBankLine: {
    ...command('owe'),
    body: OweBankLine,
    summary: 'Record that part of a bank line is owed back to the customer of an order',
  },
  unoweBankLine: {
    ...command('unowe'),
    body: UnoweBankLine,
    summary: 'Record that part of a bank line is no longer owed back',
  },
  settleBankLine: {
    ...command('settle'),
    body: SettleBankLine,
    summary: 'Record that a debit pays back money owed, in full or in part',
  },
  unsettleBankLine: {
    ...command('unsettle'),
    body: SettleBankLine,
    summary: 'Record that a debit no longer pays back money owed',
  },
})
