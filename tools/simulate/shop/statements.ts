import { pause } from '../world/port.ts'
import { codeOfCustomer } from './customers.ts'
import { total } from './form.ts'
import { askUntilAnswered } from './people.ts'
import type { Simulation } from './simulation.ts'
import { originOf } from './staff.ts'

/** The bank's lines. Each has money for exactly one order, and the bank takes some of them back. */
const rowsOfBank = ({ world }: Simulation, customers: number): string[] => {
  const { dice } = world
  const day = new Date(world.now()).toISOString().slice(0, 10)
  return Array.from({ length: 2 + Math.floor(dice.random() * 4) }, (_, number) => {
    const code = dice.chance(0.4) ? codeOfCustomer(number % customers) : `X${number}`
    const row = `${day},S${number},NIP/GTB/OBI ADA/${code}`
    const credit = `${row},+${total}.00`
    const isReversed = dice.chance(0.15)
    return isReversed
      ? [credit, `${day},R${number},RVSL NIP/GTB/OBI ADA/${code},-${total}.00`]
      : [credit]
  }).flat()
}

/**
 * A person who imports one or two files, the second with all lines of the first, and may undo an
 * import.
 */
export const workOnStatements = async (simulation: Simulation, customers: number) => {
  const { world } = simulation
  const { dice } = world
  const rows = rowsOfBank(simulation, customers)
  const files = dice.chance(0.3) ? [rows.slice(0, 1), rows] : [rows]
  for (const [number, some] of files.entries()) {
    if (number > 0) await pause(world, dice.random() * 1_000)
    await importFile(simulation, some, number)
  }
  if (!dice.chance(0.3)) return
  await pause(world, dice.random() * 2_000)
  const [statementId] = dice.pick([...simulation.statements])
  const origin = originOf(`take-back-${statementId}`, 'accountant')
  const told = await askUntilAnswered(simulation, (api) => api.undoImport(statementId, origin))
  for (const one of told)
    if ('refusal' in one) world.note(() => `no undo: ${one.refusal.message}`)
    else {
      const { position } = one.answer
      simulation.acknowledged.push({
        stream: `bank-statement-${statementId}`,
        position,
        what: 'an import undone',
      })
    }
}

const importFile = async (simulation: Simulation, rows: string[], number: number) => {
  const { world, acknowledged, statements } = simulation
  const file = Buffer.from(['Date,Reference,Narration,Amount', ...rows].join('\n'))
  const [preview] = await askUntilAnswered(simulation, (api) => api.preview(file))
  if (!preview || 'refusal' in preview)
    return world.mustNot(`a file is refused: ${preview?.refusal.message}`)
  const { previewId, lines, refused } = preview.answer
  for (const row of refused) world.mustNot(`a row is refused: ${row.message}`)
  const lineIds = lines.map(({ lineId }) => lineId)
  const origin = originOf(`import-${number}`, 'accountant')
  const told = await askUntilAnswered(simulation, (api) => api.importStatement(previewId, origin))
  for (const one of told) {
    if ('refusal' in one) {
      world.mustNot(`an import is refused: ${one.refusal.message}`)
      continue
    }
    const { statementId, position } = one.answer
    statements.set(statementId, lineIds)
    const stream = `bank-statement-${statementId}`
    acknowledged.push({ stream, position, what: `the import of file ${number}` })
  }
  simulation.lineIds.push(...lineIds.filter((lineId) => !simulation.lineIds.includes(lineId)))
}
