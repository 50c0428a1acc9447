import { z } from 'zod'

/** A day in an event of the bank's side. */
export const eventDay = z.iso.date().describe('A day in Lagos.')

/** An amount in an event of the bank's side. */
export const eventKobo = z.int().describe('In kobo; negative if the money left the account.')
