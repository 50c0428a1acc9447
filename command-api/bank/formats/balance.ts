import type { RefusedRow, Section } from './statement.ts'

type Checked = {
  openingKobo: number | null
  closingKobo: number | null
  balanced: boolean | null
  misfit: RefusedRow | null
}

/**
 * Whether the lines lead from the opening to the closing balance, in the order of the file or in the
 * reverse of it: banks write statements oldest first or newest first. Decision 205.
 */
export const checkBalances = (sections: Section[]): Checked => {
  const turned = (some: Section[]) =>
    some.map((section) => ({ ...section, lines: section.lines.toReversed() }))
  const orders = [sections, turned(sections), sections.toReversed(), turned(sections.toReversed())]
  const chains = orders.map(chain)
  const [first] = chains
  const whole = chains.find(({ balanced }) => balanced)
  if (whole || !first) return whole ?? nothing
  // The order that holds longest is the file's, and its first break is what to look at.
  return chains.reduce((best, other) => (other.held > best.held ? other : best), first)
}

const nothing: Checked = { openingKobo: null, closingKobo: null, balanced: null, misfit: null }

const chain = (sections: Section[]): Checked & { held: number } => {
  const found: Checked & { held: number } = { ...nothing, held: 0 }
  let [before, compared, last] = [0, 0, 1]
  const meet = (balance: number | null, row: number, message: string) => {
    if (balance === null) return
    if (found.closingKobo === null) {
      found.closingKobo = balance
      found.openingKobo = balance - before
    } else if (found.closingKobo === balance) compared++
    else found.misfit ??= { row, message }
  }
  for (const { openingKobo, closingKobo, lines } of sections) {
    meet(openingKobo, lines[0]?.row ?? last, 'Before this row, a part of the statement is missing')
    for (const { amountKobo, balanceKobo, row } of lines) {
      if (found.closingKobo === null) before += amountKobo
      else found.closingKobo += amountKobo
      if (balanceKobo !== null) compared++
      meet(balanceKobo, row, 'The balance of this row does not follow from the row before it')
      if (found.misfit === null) found.held++
      last = row
    }
    meet(closingKobo, last, 'The rows do not add up to the closing balance')
  }
  return { ...found, balanced: found.misfit ? false : compared > 0 ? true : null }
}
