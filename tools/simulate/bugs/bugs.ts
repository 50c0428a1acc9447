import type { Wiring } from '../shop/shop.ts'
import { commandBugs } from './command-bugs.ts'
import { databaseBugs } from './database-bugs.ts'
import { logBugs } from './log-bugs.ts'

/** For bugs that the first world does not show, the seed of a world that did. */
const foundIn: Record<string, number> = {
  'the expected revision is missing': 120,
  'a conflict is taken for success': 26,
  'a line of a statement is not recorded for certain': 153,
  'a command is acknowledged before the append': 2,
  'no answer from the log is taken for success': 4,
  'a checkpoint is committed before the rows': 8,
  'a checkpoint is committed before the mails': 29,
  'a lease is given to two': 2,
  'a mail does not wait for the undo': 10,
  'a job is done again without a look at the outbox': 18,
  'what the queue has lost is not looked for': 6,
  'a read model is not rebuilt from the beginning': 4,
  'a line of an undone import is still known': 13,
  'a command does not note which lines it begins with': 39,
  'an erasure does not note what it begins with': 20,
  'two superadministrators archive each other': 58,
  'what is left of a change of people is not looked for': 24,
  'an approval does not match its lines': 6,
  'an undo leaves the line matched': 38,
  'a mail is released without a word to the order': 48,
}

/** Bugs that the simulator must find, each in one place of the wiring. */
export const plantedBugs = Object.entries({ ...logBugs, ...databaseBugs, ...commandBugs }).map(
  ([name, wiring]: [string, Partial<Wiring>]) => ({ name, wiring, seed: foundIn[name] ?? 1 }),
)
