import type { Simulation } from '../shop/simulation.ts'
import type { DecodedLog } from './decoded.ts'

/** The lines in effect, according to the log and to the table of known lines. */
const standingLines = async ({ database }: Simulation, { lines }: DecodedLog) => {
  const inLog = new Set<string>()
  for (const history of lines.values())
    for (const { event } of history) {
      if (event.type === 'BankLineRecorded') inLog.add(event.data.lineId)
      if (event.type === 'BankLineWithdrawn') inLog.delete(event.data.lineId)
    }
  const { rows } = await database.server.control.query<{ id: string }>(
    'select line_id as id from bank_line',
  )
  return { inLog, inTable: new Set(rows.map(({ id }) => id)) }
}

/** Checks that exactly the lines of imported statements that were not undone are in effect. */
export const wrongStatements = async (
  simulation: Simulation,
  decoded: DecodedLog,
): Promise<string[]> => {
  const { log, statements } = simulation
  const { inLog, inTable } = await standingLines(simulation, decoded)
  const eventsOf = (type: string) =>
    log
      .events()
      .filter((event) => event.type === type)
      .map(({ stream }) => stream)
  const imported = eventsOf('BankStatementImported')
  const gone = new Set(eventsOf('BankStatementTakenBack'))
  const problems: string[] = []
  const needed = new Set<string>()
  for (const [statementId, lineIds] of statements) {
    const stream = `bank-statement-${statementId}`
    if (imported.filter((one) => one === stream).length !== 1)
      problems.push(`${stream} was imported more or less than once`)
    if (!gone.has(stream)) for (const lineId of lineIds) needed.add(lineId)
  }
  for (const lineId of needed) if (!inLog.has(lineId)) problems.push(`line ${lineId} is missing`)
  const isWhole = statements.size === imported.length
  for (const lineId of inLog) {
    if (!inTable.has(lineId)) problems.push(`line ${lineId} is in the log alone`)
    if (isWhole && !needed.has(lineId)) problems.push(`line ${lineId} is of no statement`)
  }
  for (const lineId of inTable)
    if (!inLog.has(lineId)) problems.push(`line ${lineId} is not in the log`)
  return problems
}
