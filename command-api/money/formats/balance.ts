import type { RefusedRow, Section } from './statement.ts'

type Checked = {
  openingKobo: number | null
  closingKobo: number | null
  balanced: boolean | null
  misfit: RefusedRow | null
  /** The number of lines whose amounts are not proven by balances. */
  unproven: number
}

type Item = { row: number; balanceKobo: number | null; moves: number[]; isLine: boolean }

/**
 * A section's lines, and its rows that are not money, in file order. `moves` lists the amounts by
 * which the row may have changed the balance. A row that is not money may have left the balance as
 * it was, or may have changed it by its amount in either direction.
 */
const itemsOf = ({ lines, notMoney }: Section): Item[] => {
  const items: Item[] = lines.map(({ row, balanceKobo, amountKobo }) => ({
    row,
    balanceKobo,
    moves: [amountKobo],
    isLine: true,
  }))
  if (notMoney.length === 0) return items
  for (const { row, balanceKobo, amountKobo } of notMoney) {
    const moves = amountKobo === null ? [0] : [0, amountKobo, -amountKobo]
    items.push({ row, balanceKobo, moves, isLine: false })
  }
  return items.sort((one, other) => one.row - other.row)
}

/**
 * Checks that the lines lead from the opening to the closing balance. Banks write statements oldest
 * first or newest first, so this tries the sections, and the rows in them, both in file order and
 * in reverse. A row that is not money may or may not have changed the balance.
 */
export const checkBalances = (sections: Section[]): Checked => {
  const inOrder = sections.map((section) => ({ ...section, items: itemsOf(section) }))
  const turned = (some: ItemSection[]) =>
    some.map((section) => ({ ...section, items: section.items.toReversed() }))
  const orders = [inOrder, turned(inOrder), inOrder.toReversed(), turned(inOrder.toReversed())]
  const chains = orders.map(chain)
  const [first] = chains
  const whole = chains.find(({ balanced }) => balanced)
  if (whole || !first) return whole ?? nothing
  // No order fits every row. Take the order that fits the most rows, and report the first row that
  // does not fit.
  return chains.reduce((best, other) => (other.held > best.held ? other : best), first)
}

type ItemSection = Pick<Section, 'openingKobo' | 'closingKobo'> & { items: Item[] }

const nothing: Checked = {
  openingKobo: null,
  closingKobo: null,
  balanced: null,
  misfit: null,
  unproven: 0,
}

/**
 * Rows that may or may not have changed the balance make several balances possible. This is how
 * many to keep track of; if there are more, the balance counts as unknown.
 */
const maxPossible = 256

const chain = (sections: ItemSection[]): Checked & { held: number } => {
  const found: Checked & { held: number } = { ...nothing, held: 0 }
  /**
   * The balances that are possible at this row; null if unknown. The first one assumes that rows
   * that are not money left the balance unchanged.
   */
  let possible: Set<number> | null = null
  let [before, compared, last, since] = [0, 0, 1, 0]
  const move = (kobo: Set<number>, moves: number[]) =>
    new Set([...kobo].flatMap((one) => moves.map((by) => one + by)))
  const meet = (balance: number | null, row: number, message: string) => {
    if (balance === null) return
    if (possible === null) {
      found.openingKobo ??= balance - before
      found.unproven += since
    } else if (possible.has(balance)) {
      compared++
      // If several balances were possible, other amounts could also have led to this balance.
      if (possible.size > 1) found.unproven += since
    } else {
      found.misfit ??= { row, message }
      return
    }
    possible = new Set([balance])
    since = 0
  }
  for (const { openingKobo, closingKobo, items } of sections) {
    meet(openingKobo, items[0]?.row ?? last, 'Part of the statement before this row is missing')
    for (const { balanceKobo, row, moves, isLine } of items) {
      if (possible === null) before += moves[0] ?? 0
      else possible = move(possible, moves)
      if (possible !== null && possible.size > maxPossible) possible = null
      if (isLine) {
        since++
        if (balanceKobo !== null) compared++
        meet(balanceKobo, row, 'The balance of this row does not follow from the row before it')
      } else if (balanceKobo !== null && possible?.has(balanceKobo))
        possible = new Set([balanceKobo])
      if (found.misfit === null) found.held++
      last = row
    }
    meet(closingKobo, last, 'The rows do not add up to the closing balance')
  }
  const [closing] = possible ?? []
  found.closingKobo = closing ?? null
  found.unproven += since
  return { ...found, balanced: found.misfit ? false : compared > 0 ? true : null }
}
