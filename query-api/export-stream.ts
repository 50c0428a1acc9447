import { Readable } from 'node:stream'
import { formulaStarts } from '@strand/contracts/csv'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { openProcessorBudget } from '@strand/platform/fairness/budget'
import { type Claimant, openPlaces, type Place } from '@strand/platform/fairness/places'
import type { FastifyRequest } from 'fastify'

/**
 * Exports any number of rows in constant memory. Postgres builds the text of each row, several
 * times faster than JavaScript. A cursor delivers the rows as fast as the client reads.
 */

/**
 * An SQL expression for a CSV cell, quoted as in RFC 4180. No spreadsheet runs the cell as a
 * formula. A negative number stays one, so that spreadsheets can add it up.
 */
const cell = (expression: string) =>
  `'"' || replace(case when left(${expression}, 1) in ('${formulaStarts.join("', '")}')
       and ${expression} !~ '^-\\d+(\\.\\d+)?$'
     then '''' || ${expression} else ${expression} end, '"', '""') || '"'`

export const csvLine = (columns: string[]) =>
  `${columns.map(cell).join(` || ',' || `)} || e'\\r\\n'`

/** The CSV's first line, after a byte order mark, so that Excel reads the file as UTF-8. */
export const csvHead = (titles: string[]) =>
  `\ufeff${titles.map((title) => `"${title}"`).join(',')}\r\n`

export const wantsCsv = (request: FastifyRequest) =>
  /(^|,)\s*text\/csv\s*(;|,|$)/i.test(request.headers.accept ?? '')

/**
 * At most four exports run at once, because each holds a connection until its client has read
 * everything. Each person can run one export. A second export of the same person waits up to 5 s,
 * because two tabs can open the same list.
 */
const exportPlaces = openPlaces({
  atOnce: 4,
  queue: 8,
  perClient: 1,
  // Charges only the database's time, so a slow client pays no more than a fast one.
  budget: openProcessorBudget({ perHour: 600_000 }),
  patience: 5_000,
  retryAfter: 10,
  texts: {
    busy: 'Too many exports at the moment, please try again',
    tooMany: 'Your previous download is still running, please wait until it is done',
  },
})

/** Rows per fetch. The first fetch is small, so that the first byte arrives soon. */
const firstFetch = 100
const laterFetch = 2_000

const chunks = async function* (
  pool: Pool,
  { charge }: Place,
  { sql, values, frame }: { sql: string; values: unknown[]; frame: Frame },
) {
  const connection = await pool.connect()
  let broken: Error | undefined
  try {
    await connection.query('begin read only')
    await connection.query(`declare export no scroll cursor for ${sql}`, values)
    // The head is sent with the first rows, so a query that fails at once can still be answered
    // with an error.
    let text = frame.head
    for (let fetched = 0; ; ) {
      const began = performance.now()
      const { rows } = await connection.query<[string]>({
        text: `fetch ${fetched === 0 ? firstFetch : laterFetch} from export`,
        rowMode: 'array',
      })
      charge(performance.now() - began)
      if (rows.length === 0) break
      yield text +
        (fetched === 0 ? '' : frame.between) +
        rows.map(([row]) => row).join(frame.between)
      text = ''
      fetched += rows.length
    }
    if (text + frame.foot !== '') yield text + frame.foot
  } finally {
    await connection.query('rollback').catch((error: Error) => {
      broken = error
    })
    connection.release(broken)
  }
}

type Frame = { head: string; between: string; foot: string }
export const csvFrame = (titles: string[]): Frame => ({
  head: csvHead(titles),
  between: '',
  foot: '',
})
export const jsonFrame: Frame = { head: '{"result":{"data":[', between: ',', foot: ']}}' }

/**
 * Streams a query whose only column is the text of each row. The stream may last longer than a
 * handler's usual timeout. Throws `Rejected`: 'too-many-requests' if the same person's previous
 * export still runs after 5 s, 'unavailable' if too many other people run exports.
 */
export const streamRows = async (
  pool: Pool,
  by: Claimant,
  rows: { sql: string; values: unknown[]; frame: Frame },
): Promise<Readable> => {
  const place = await exportPlaces.take(by)
  const stream = Readable.from(chunks(pool, place, rows))
  // Releases the place at 'end', too: a client that has read the last row may start the next export
  // before the stream closes.
  return stream.once('end', place.release).once('close', place.release)
}
