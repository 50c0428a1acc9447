import { bankStatements } from './statements/bank.ts'
import { moneyStatements } from './statements/money.ts'
import { orderStatements } from './statements/order.ts'
import { outboxStatements } from './statements/outbox.ts'
import { processorStatements } from './statements/processor.ts'

/** All that the simulated services say to the database. */
export const modelsOfStatements = [
  ...processorStatements,
  ...outboxStatements,
  ...moneyStatements,
  ...orderStatements,
  ...bankStatements,
]
