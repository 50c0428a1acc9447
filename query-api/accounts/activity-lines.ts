import { moneyMentions } from '@strand/contracts/accounts/log'
import type { UserLog } from '@strand/contracts/accounts/user'
import { dayInWords, spanInWords } from '@strand/contracts/day-words'
import { formatKobo } from '@strand/contracts/money/kobo'
import type { Pool } from '@strand/event-sourcing/postgres/pool'

type Named = Pick<UserLog, 'process' | 'lines'>
type Line = { line_id: string; on: string; amount_kobo: number }
type Statement = { statement_id: string; first_day: string; last_day: string }

/**
 * Replaces the ids of transactions and statements in log entries with names that people know. Also
 * returns the data for links to the transactions.
 */
export const nameLines = async (pool: Pool, words: readonly string[]): Promise<Named[]> => {
  const found = words.flatMap((text) =>
    [...text.matchAll(moneyMentions)].map(([, , id = '']) => id),
  )
  if (found.length === 0) return words.map((process) => ({ process, lines: [] }))
  const [lines, statements] = await Promise.all([
    pool.query<Line>(
      `select line_id::text, booked_on::text as on, amount_kobo from read.bank_line
       where line_id = any($1::uuid[])`,
      [found],
    ),
    pool.query<Statement>(
      `select statement_id::text, first_day::text, last_day::text from read.bank_statement
       where statement_id = any($1::uuid[])`,
      [found],
    ),
  ])
  const lineOf = new Map(lines.rows.map((line) => [line.line_id, line]))
  const statementOf = new Map(statements.rows.map((one) => [one.statement_id, one]))
  return words.map((text) => {
    const named: Named = { process: '', lines: [] }
    named.process = text.replace(moneyMentions, (_, what: string, id: string) => {
      const statement = statementOf.get(id)
      if (what !== 'bank line')
        return statement
          ? `the bank statement ${spanInWords({ from: statement.first_day, to: statement.last_day })}`
          : 'a bank statement'
      const line = lineOf.get(id)
      if (!line) return 'a bank transaction'
      const called = `transaction of ${formatKobo(Math.abs(Number(line.amount_kobo)))} on ${dayInWords(line.on)}`
      named.lines.push({ lineid: id, on: line.on, text: called })
      return `the ${called}`
    })
    return named
  })
}
