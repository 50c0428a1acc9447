import { defineEvent, type EventsOf, openCodec } from '@strand/event-sourcing/codec'
import type { Decider } from '@strand/event-sourcing/commands/decider'
import { Rejected } from '@strand/event-sourcing/errors'
import { z } from 'zod'

// A library book: its events, and the rules for lending it.

const BookLent = defineEvent(
  'BookLent',
  'A reader took the book home.',
  z.object({ reader: z.string(), dueOn: z.iso.date() }),
  // The first release had no due dates. Its events are read as if they had this due date.
  [(data) => ({ ...data, dueOn: '2026-12-31' })],
)
const BookReturned = defineEvent('BookReturned', 'The reader brought it back.', z.object({}))

const Metadata = z.object({ at: z.iso.datetime(), schemaVersion: z.int().positive() })

export const bookEvents = openCodec('book-{isbn}', [BookLent, BookReturned], Metadata)
export type BookEvent = EventsOf<typeof bookEvents>

type Book = { reader: string | null }
export type BookCommand =
  | { kind: 'lend'; reader: string; dueOn: string }
  | { kind: 'bring-back'; reader: string }

export const bookDecider: Decider<Book, BookCommand, BookEvent> = {
  initialState: { reader: null },
  evolve: (_book, event) => ({ reader: event.type === 'BookLent' ? event.data.reader : null }),
  decide: (command, { reader }) => {
    if (command.kind === 'lend') {
      if (reader !== null) throw new Rejected('conflict', `${reader} has this book`)
      return [{ type: 'BookLent', data: { reader: command.reader, dueOn: command.dueOn } }]
    }
    if (reader !== command.reader)
      throw new Rejected('conflict', `${command.reader} does not have this book`)
    return [{ type: 'BookReturned', data: {} }]
  },
}
