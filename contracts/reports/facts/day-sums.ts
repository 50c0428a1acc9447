import { type Fact, type Sum, sumsOf } from './fact.ts'

type DaySum = Sum & { business_day: string; recorded_on: string; last_position: string }

/**
 * Adds up facts by series, day, key and sign; facts must come in log order. A sum that is back at
 * zero keeps its row, so that the rows do not depend on batches.
 */
export const openDaySums = () => {
  const rows = new Map<string, DaySum>()
  const add = (fact: Fact) => {
    const { business_day, recorded_on, position } = fact
    for (const sum of sumsOf(fact)) {
      const key = [sum.series, business_day, recorded_on, sum.sign, sum.key].join('\n')
      const row = rows.get(key)
      if (!row) rows.set(key, { ...sum, business_day, recorded_on, last_position: position })
      else {
        row.count += sum.count
        row.quantity += sum.quantity
        row.amount += sum.amount
        row.part += sum.part
        Object.assign(row, { name: sum.name, last_position: position })
      }
    }
  }
  return { add, rows: () => [...rows.values()] }
}
