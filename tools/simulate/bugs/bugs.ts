import type { Wiring } from '../shop/shop.ts'
import { commandBugs } from './command-bugs.ts'
import { databaseBugs } from './database-bugs.ts'
import { logBugs } from './log-bugs.ts'

/** Mistakes that the simulator has to find, each in one place of the wiring. */
export const plantedBugs: Record<string, Partial<Wiring>> = {
  ...logBugs,
  ...databaseBugs,
  ...commandBugs,
}
