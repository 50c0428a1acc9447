import { z } from 'zod'

/** A day in a bank event. */
export const eventDay = z.iso.date().describe('A day in Lagos.')

/** An amount in a bank event. */
export const eventKobo = z.int().describe('Kobo; what left the account is below 0.')
