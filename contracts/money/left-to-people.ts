import { z } from 'zod'

/** Why an order is not approved by itself although a transfer names it. */
export const LeftToPeople = z.enum([
  'amount',
  'several',
  'partly-paid',
  'reversed',
  'perhaps-reversed',
  'returned',
  'earlier',
  'same-name',
  'question',
  'proposal',
  'same-proof',
  'old-price',
  'undone',
  'four-eyes',
  'probably-same',
  'set-aside',
  'unfinished',
  'too-many',
  'not-money',
])
export type LeftToPeople = z.infer<typeof LeftToPeople>
