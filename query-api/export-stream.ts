import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Rejected } from '@strand/platform/errors'
import type { Pool } from '@strand/platform/postgres/pool'
import type { FastifyRequest } from 'fastify'

/**
 * Exports any number of rows in constant memory: Postgres builds the text of each row (several
 * times faster than here), and a cursor delivers the rows as fast as the client reads them.
 */

/**
 * What a spreadsheet treats as the start of a formula, including the forms that Asian keyboards
 * type.
 */
const formulaStarts = `'=', '+', '-', '@', '＝', '＋', '－', '＠', e'\\t', e'\\r'`

/**
 * A cell as an SQL expression: RFC 4180, and never text that a spreadsheet would run as a formula.
 */
const cell = (expression: string) =>
  `'"' || replace(case when left(${expression}, 1) in (${formulaStarts})
     then '''' || ${expression} else ${expression} end, '"', '""') || '"'`

/** A line of CSV as an SQL expression over text columns. */
export const csvLine = (columns: string[]) =>
  `${columns.map(cell).join(` || ',' || `)} || e'\\r\\n'`

/** The header line, after the byte order mark that makes Excel read UTF-8. */
export const csvHead = (titles: string[]) =>
  `\ufeff${titles.map((title) => `"${title}"`).join(',')}\r\n`

export const wantsCsv = (request: FastifyRequest) =>
  /(^|,)\s*text\/csv\s*(;|,|$)/i.test(request.headers.accept ?? '')

/** The most concurrent exports; each holds a connection until its client has read everything. */
const maximumExports = 4
/** The running exports of this process, by user: each user has one at a time. */
const running = new Map<string, Readable>()

/** Milliseconds that a user's next export waits for the one before: two tabs may open one list. */
const previousExportTimeout = 5_000

/** Resolves once the user has no export running; throws `Rejected` when that takes too long. */
const waitForPreviousExport = async (userId: string): Promise<void> => {
  const deadline = Date.now() + previousExportTimeout
  for (;;) {
    const stream = running.get(userId)
    if (!stream) return
    const left = deadline - Date.now()
    if (left <= 0)
      throw new Rejected(
        'too-many-requests',
        'Another download of yours is still running, please wait until it is done',
        { retryAfter: 10 },
      )
    await Promise.race([new Promise((resolve) => stream.once('close', resolve)), sleep(left)])
  }
}

/** Rows in the first fetch, small so that the first byte comes soon, and in each later one. */
const firstFetch = 100
const laterFetch = 2_000

const chunks = async function* (pool: Pool, sql: string, values: unknown[], frame: Frame) {
  const connection = await pool.connect()
  let broken: Error | undefined
  try {
    await connection.query('begin read only')
    await connection.query(`declare export no scroll cursor for ${sql}`, values)
    // The head is sent with the first rows, so that a query that fails can still be answered with
    // an error.
    let text = frame.head
    for (let fetched = 0; ; ) {
      const { rows } = await connection.query<[string]>({
        text: `fetch ${fetched === 0 ? firstFetch : laterFetch} from export`,
        rowMode: 'array',
      })
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
 * Streams a query whose one column is the text of each row; it may run longer than a handler's
 * usual timeout. Throws `Rejected`: 'too-many-requests' when an export of this user still runs
 * after 5 s, 'unavailable' when too many other users have one.
 */
export const streamRows = async (
  pool: Pool,
  userId: string,
  rows: { sql: string; values: unknown[]; frame: Frame },
): Promise<Readable> => {
  await waitForPreviousExport(userId)
  if (running.size >= maximumExports)
    throw new Rejected('unavailable', 'Too many exports at the moment, please try again', {
      retryAfter: 10,
    })
  const stream = Readable.from(chunks(pool, rows.sql, rows.values, rows.frame))
  running.set(userId, stream)
  // A client that has the last row may start its next export: the stream closes a moment after its
  // end.
  const leave = () => {
    if (running.get(userId) === stream) running.delete(userId)
  }
  return stream.once('end', leave).once('close', leave)
}
