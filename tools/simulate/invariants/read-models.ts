import { openDatabase } from '../database/database.ts'
import type { Row } from '../database/tables.ts'
import { projectionsOf } from '../shop/processes.ts'
import type { Simulation } from '../shop/simulation.ts'

const notRows = new Set(['checkpoint', 'projection'])

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, part]) => [name, sorted(part)]))
}
const textOf = (row: Row | undefined) => JSON.stringify(sorted(row)) ?? 'nothing'

/** Invariants 3 and 4: the read models are what one fold of the whole log makes, row by row. */
export const wrongRows = async (simulation: Simulation): Promise<string[]> => {
  const { world, log } = simulation
  const fresh = openDatabase(world)
  const session = fresh.connect(() => {})
  const connection = {
    query: (text: string, values: unknown[] = []) => fresh.execute(session, text, values),
  }
  for (const { eventTypes, apply } of projectionsOf(simulation)) {
    const events = log.events().filter(({ type }) => eventTypes.includes(type))
    if (events.length > 0) await apply(events, connection as never)
  }
  const problems: string[] = []
  for (const table of fresh.tables.names()) {
    if (notRows.has(table)) continue
    const [should, is] = [fresh, simulation.database].map(({ tables }) => tables.committed(table))
    for (const key of new Set([...(should?.keys() ?? []), ...(is?.keys() ?? [])])) {
      if (JSON.stringify(should?.get(key)) === JSON.stringify(is?.get(key))) continue
      const [right, found] = [textOf(should?.get(key)), textOf(is?.get(key))]
      if (right !== found) problems.push(`row ${key} of ${table} is ${found}, should be ${right}`)
    }
  }
  return problems
}
