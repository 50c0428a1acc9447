import { Readable } from 'node:stream'
import { Rejected } from '@strand/platform/errors'
import type { Pool } from '@strand/platform/postgres'
import type { FastifyRequest } from 'fastify'

/**
 * Exports of any number of rows in flat memory: Postgres makes the text of each row (which is
 * several times faster than here), a cursor hands them over as fast as the client takes them.
 */

/** What a spreadsheet takes for the beginning of a formula, also as Asian keyboards write it. */
const formulaStarts = `'=', '+', '-', '@', '＝', '＋', '－', '＠', e'\\t', e'\\r'`

/** A cell as an SQL expression: RFC 4180, and no text that a spreadsheet would run as a formula. */
const cell = (expression: string) =>
  `'"' || replace(case when left(${expression}, 1) in (${formulaStarts})
     then '''' || ${expression} else ${expression} end, '"', '""') || '"'`

/** A line of CSV as an SQL expression of text columns. */
export const csvLine = (columns: string[]) =>
  `${columns.map(cell).join(` || ',' || `)} || e'\\r\\n'`

/** The header line, after the mark that makes Excel read UTF-8. */
export const csvHead = (titles: string[]) =>
  `\ufeff${titles.map((title) => `"${title}"`).join(',')}\r\n`

export const wantsCsv = (request: FastifyRequest) =>
  /(^|,)\s*text\/csv\s*(;|,|$)/i.test(request.headers.accept ?? '')

/** Exports at one time; each holds a connection for as long as its client takes. */
const mostExports = 4
/** Those of this process, by who asked: a person has one at a time. */
const running = new Map<string, Readable>()

/** Rows of the first fetch, so that the first byte comes soon, and of the others. */
const firstFetch = 100
const laterFetch = 2_000

const chunks = async function* (pool: Pool, sql: string, values: unknown[], frame: Frame) {
  const connection = await pool.connect()
  let broken: Error | undefined
  try {
    await connection.query('begin read only')
    await connection.query(`declare export no scroll cursor for ${sql}`, values)
    // The head goes out with the first rows: a query that fails can still be answered as such.
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
 * A stream of a query whose one column is each row's text; it may take longer than any handler's
 * usual time. Throws `Rejected`: 'too-many-requests' when this person has an export running already,
 * 'unavailable' when too many others do.
 */
export const exported = (
  pool: Pool,
  userId: string,
  rows: { sql: string; values: unknown[]; frame: Frame },
): Readable => {
  if (running.has(userId))
    throw new Rejected(
      'too-many-requests',
      'Another download of yours is still running, please wait until it is done',
      { retryAfter: 10 },
    )
  if (running.size >= mostExports)
    throw new Rejected('unavailable', 'Too many exports at the moment, please try again', {
      retryAfter: 10,
    })
  const stream = Readable.from(chunks(pool, rows.sql, rows.values, rows.frame))
  running.set(userId, stream)
  // Whoever has the last row may ask for the next export: the stream closes a moment after its end.
  const leave = () => {
    if (running.get(userId) === stream) running.delete(userId)
  }
  return stream.once('end', leave).once('close', leave)
}

/** Today in Africa/Lagos, which is an hour ahead of UTC all year, for a file's name. */
export const lagosDay = (now: Date) =>
  new Date(now.getTime() + 3_600_000).toISOString().slice(0, 10)
