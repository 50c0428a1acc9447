import { z } from 'zod'

/** A day in events about bank accounts, statements and lines. */
export const eventDay = z.iso.date().describe('A day in Lagos.')

/** An amount in events about bank accounts, statements and lines. */
export const eventKobo = z.int().describe('In kobo; negative if the money left the account.')
