import type { Projection } from '@strand/event-sourcing/processors/projector'
import { bookEvents } from './book.ts'

/** The read model of books on loan, with their readers. Queries read `read.on_loan`. */
export const onLoan: Projection = {
  name: 'on-loan',
  version: 1,
  tables:
    'create table on_loan (isbn text primary key, reader text not null, due_on date not null)',
  views: ['on_loan'],
  eventTypes: bookEvents.types,
  apply: async (recorded, connection) => {
    for (const stored of recorded) {
      const isbn = stored.stream.replace('book-', '')
      const { event } = bookEvents.decode(stored)
      if (event.type === 'BookLent')
        await connection.query('insert into on_loan values ($1, $2, $3)', [
          isbn,
          event.data.reader,
          event.data.dueOn,
        ])
      else await connection.query('delete from on_loan where isbn = $1', [isbn])
    }
  },
}
