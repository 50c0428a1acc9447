import { z } from 'zod'

export const eventDay = z.iso.date().describe('A day in Lagos.')

export const eventKobo = z.int().describe('In kobo; negative if the money left the account.')
