import type { Simulation } from '../shop/simulation.ts'
import { type DecodedLog, decodeLog } from './decoded.ts'
import { allocationsOf } from './money.ts'

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

/**
 * The statements whose undo waits: an order took the money of a line after the undo had begun to
 * withdraw the others.
 */
const waitingUndos = async ({ database }: Simulation): Promise<Set<string>> => {
  const { rows } = await database.server.control.query<{ id: string }>(
    `select statement_id as id from bank_take_back where state = 'begun' and problem <> ''`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Finds the lines that pay for an order. */
const payingLines = (decoded: DecodedLog) => {
  const allocations = allocationsOf(decoded)
  return (lineId: string) => (allocations.get(lineId)?.size ?? 0) > 0
}

/** The undos that wait although none of their lines pays for an order any more. */
export const undosOfFreeMoney = async (simulation: Simulation): Promise<string[]> => {
  const waiting = [...(await waitingUndos(simulation))]
  if (waiting.length === 0) return []
  const pays = payingLines(decodeLog(simulation.log.events()))
  return waiting.filter((statementId) => !simulation.statements.get(statementId)?.some(pays))
}

/**
 * Checks that exactly the lines of imported statements that were not undone are in effect. If an
 * undo waits, those of its lines that pay for an order have to be left.
 */
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
  const waiting = await waitingUndos(simulation)
  const pays = payingLines(decoded)
  const imported = eventsOf('BankStatementImported')
  const gone = new Set(eventsOf('BankStatementTakenBack'))
  const problems: string[] = []
  const needed = new Set<string>()
  const ofStatements = new Set<string>()
  for (const [statementId, lineIds] of statements) {
    const stream = `bank-statement-${statementId}`
    if (imported.filter((one) => one === stream).length !== 1)
      problems.push(`${stream} was imported more or less than once`)
    if (gone.has(stream)) continue
    for (const lineId of waiting.has(statementId) ? lineIds.filter(pays) : lineIds)
      needed.add(lineId)
    for (const lineId of lineIds) ofStatements.add(lineId)
  }
  for (const lineId of needed) if (!inLog.has(lineId)) problems.push(`line ${lineId} is missing`)
  const isWhole = statements.size === imported.length
  for (const lineId of inLog) {
    if (!inTable.has(lineId)) problems.push(`line ${lineId} is in the log alone`)
    if (isWhole && !ofStatements.has(lineId)) problems.push(`line ${lineId} is of no statement`)
  }
  for (const lineId of inTable)
    if (!inLog.has(lineId)) problems.push(`line ${lineId} is not in the log`)
  return problems
}
