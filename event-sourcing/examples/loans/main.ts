import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { handleCommand } from '@strand/event-sourcing/commands/command-handler'
import { eventIdOf } from '@strand/event-sourcing/commands/event-id'
import { Rejected } from '@strand/event-sourcing/errors'
import { postgresEventStore } from '@strand/event-sourcing/event-store/postgres/postgres-event-store'
import { silentLog as log } from '@strand/event-sourcing/log'
import { openPool } from '@strand/event-sourcing/postgres/pool'
import { startProjector } from '@strand/event-sourcing/processors/projector'
import { prepareProcessorTables } from '@strand/event-sourcing/processors/runtime/prepare-tables'
import { type BookCommand, type BookEvent, bookDecider, bookEvents } from './book.ts'
import { onLoan } from './on-loan.ts'

// A library lends books: `node main.ts postgres://...`, with a separate Postgres database.

const [, , url] = process.argv
if (!url) throw new Error('Name a Postgres database: node main.ts postgres://...')
const eventStore = await postgresEventStore({ url, log, requireDurable: false })
const pool = openPool(url, { log, name: 'loans' })
await prepareProcessorTables(pool)
const projector = startProjector(onLoan, { pool, eventStore, log })

/**
 * Decides a command on the book's stream. A repeated `commandId` returns the first result again.
 */
const handle = (isbn: string, commandId: string, command: BookCommand) =>
  handleCommand({
    eventStore,
    decider: bookDecider,
    stream: `book-${isbn}`,
    commandId,
    decode: (recorded) => bookEvents.decode(recorded).event,
    encode: (event: BookEvent, index) => ({
      id: eventIdOf(commandId, index),
      ...bookEvents.encode(event, { at: new Date().toISOString() }),
    }),
    commandFor: () => command,
  })

const lend = (reader: string) => ({ kind: 'lend' as const, reader, dueOn: '2026-12-24' })

const first = await handle('things-fall-apart', 'command-1', lend('Ada'))
await assert.rejects(handle('things-fall-apart', 'command-2', lend('Chidi')), Rejected)
const again = await handle('things-fall-apart', 'command-1', lend('Ada'))
assert.equal(again.position, first.position, 'a command that is sent twice is decided once')
await handle('half-of-a-yellow-sun', 'command-3', lend('Chidi'))
await handle('things-fall-apart', 'command-4', { kind: 'bring-back', reader: 'Ada' })

// An event from the first release, without a due date.
await eventStore.append(
  'book-so-long-a-letter',
  [
    {
      id: eventIdOf('command-of-the-first-release', 0),
      type: 'BookLent',
      data: { reader: 'Bola' },
      metadata: { at: '2026-01-05T09:00:00.000Z', schemaVersion: 1 },
    },
  ],
  'no-stream',
)

const head = await eventStore.headPosition()
const patience = AbortSignal.timeout(30_000)
while (projector.state().status !== 'serving' || projector.state().position < head) {
  patience.throwIfAborted()
  await sleep(20)
}
const { rows } = await pool.query(
  'select isbn, reader, due_on::text as due from read.on_loan order by isbn',
)
assert.deepEqual(rows, [
  { isbn: 'half-of-a-yellow-sun', reader: 'Chidi', due: '2026-12-24' },
  { isbn: 'so-long-a-letter', reader: 'Bola', due: '2026-12-31' },
])
for (const { isbn, reader, due } of rows) process.stdout.write(`${isbn}: ${reader}, until ${due}\n`)

await projector.stop()
await eventStore.close()
await pool.end()
