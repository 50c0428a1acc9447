import { z } from 'zod'

/** A day, in an event about the bank. */
export const eventDay = z.iso.date().describe('A day in Lagos.')

/** An amount of the bank, in an event. */
export const eventKobo = z.int().describe('Kobo; what left the account is below 0.')
