import { lagosDay, lagosZone } from '@strand/contracts/lagos-time'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import { raw, type Sql, sql, statementOf } from '@strand/platform/postgres/sql'
import type { FastifyRequest } from 'fastify'
import { csvFrame, csvLine, jsonFrame, streamRows } from './export-stream.ts'

/** Each cell's field, column title and SQL expression, in the order of the CSV. */
export type Cells = [field: string, title: string, expression: string][]

/**
 * An SQL expression that formats a time in Lagos as spreadsheets read it: `2026-03-10 13:00:00`.
 */
export const lagosText = (time: string) =>
  `to_char(${time} at time zone '${lagosZone}', 'YYYY-MM-DD HH24:MI:SS')`

/**
 * Selects each row as one text. The subquery `part` evaluates each expression only once.
 *
 * @param rest the text after the columns: `from`, `where`, `order by`
 */
const textRows = (cells: Cells, asCsv: boolean, rest: Sql): Sql => {
  const columns = cells.map(([field]) => `part.cell_${field}`)
  const json = cells.map(([field], index) => `'${field}', ${columns[index]}`)
  const text = asCsv
    ? csvLine(columns.map((column) => `${column}::text`))
    : `json_build_object(${json.join(', ')})::text`
  const selected = cells.map(([field, , expression]) => `${expression} as cell_${field}`).join(', ')
  return sql`select ${raw(text)} from (select ${raw(selected)} ${rest}) part`
}

/**
 * `rows` is `from`, `where` and `order by`. Qualify their names with their tables: in `order by`,
 * Postgres would prefer a cell of the same name, and sort by its text.
 */
export const openExport = async (
  { pool, now }: { pool: Pool; now: Now },
  request: FastifyRequest,
  asCsv: boolean,
  { cells, rows, name }: { cells: Cells; rows: Sql; name: string },
) => {
  const { text, values } = statementOf(textRows(cells, asCsv, rows))
  return {
    headers: {
      Vary: 'Accept',
      'Content-Type': asCsv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
      ...(asCsv && {
        'Content-Disposition': `attachment; filename="${name}-${lagosDay(now().toISOString())}.csv"`,
      }),
    },
    // The answer is a stream that no schema checks; the response schema documents the JSON.
    stream: (await streamRows(pool, request.claimant, {
      sql: text,
      values,
      frame: asCsv ? csvFrame(cells.map(([, title]) => title)) : jsonFrame,
    })) as never,
  }
}
