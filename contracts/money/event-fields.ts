import { z } from 'zod'

/** A day in events about bank accounts, lines and statements. */
export const eventDay = z.iso.date().describe('A day in Lagos.')

/** An amount in events about bank accounts, lines and statements. */
export const eventKobo = z.int().describe('In kobo; negative if the money left the account.')
