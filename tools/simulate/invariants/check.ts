import type { Simulation } from '../shop/simulation.ts'
import { wrongAccounts } from './accounts.ts'
import { decodeLog } from './decoded.ts'
import { wrongErasures } from './erasures.ts'
import { illegalEvents, repeatedCommands } from './legal.ts'
import { wrongMails } from './mails.ts'
import { wrongMoney } from './money.ts'
import { wrongRows } from './read-models.ts'
import { undosOfFreeMoney, wrongStatements } from './statements.ts'

/** Invariant 1: the log has everything that was acknowledged. */
const lostAcknowledgements = ({ acknowledged, log }: Simulation): string[] =>
  acknowledged.flatMap(({ stream, position, what }) =>
    log.events()[Number(position)]?.stream === stream
      ? []
      : [`${what} was acknowledged at ${position}, and ${stream} has no event there`],
  )

/** Invariant 2: each form leads to exactly one order. */
const doubleOrders = ({ told, log }: Simulation): string[] => {
  const orders = log.events().filter(({ type }) => type === 'OrderCreated').length
  const ambiguous = [...told].filter(([, ids]) => ids.size !== 1)
  return [
    ...ambiguous.map(([key, ids]) => `${key} is told of ${ids.size} orders`),
    ...(orders === told.size ? [] : [`${told.size} forms became ${orders} orders`]),
  ]
}

/** Checks all invariants once nothing is left to do, and returns a sentence for each violation. */
export const brokenInvariants = async (simulation: Simulation): Promise<string[]> => {
  const decoded = decodeLog(simulation.log.events())
  return [
    ...lostAcknowledgements(simulation),
    ...doubleOrders(simulation),
    ...[...decoded.orders].flatMap(([stream, history]) => [
      ...illegalEvents(stream, history),
      ...repeatedCommands(stream, history),
    ]),
    ...[...decoded.users].flatMap(([stream, history]) => repeatedCommands(stream, history)),
    ...wrongMoney(decoded),
    ...(await wrongMails(simulation, decoded)),
    ...wrongErasures(simulation, decoded),
    ...(await wrongStatements(simulation, decoded)),
    ...(await wrongAccounts(simulation, decoded)),
    ...(await wrongRows(simulation)),
  ]
}

const whatIsLeft = `
  select format('%s %s is at %s of %s', kind, name, position, $1::int8) as what
    from public.checkpoint where position <> $1::int8 and (name <> 'staff' or $2)
  union all select 'the reactor has no checkpoint'
   where not exists (select from public.checkpoint where kind = 'reaction')
  union all select format('the mail %s of %s is %s', kind, event_id, state)
    from public.outbox where state <> 'done'
  union all select format('a command on money is open: %s of %s', kind, order_id) from order_money
  union all select format('a command is open: the erasure of %s', order_id) from order_erasure
  union all select format('a command is open: the erasure of line %s', line_id)
    from bank_line_erasure where not done
  union all select format('an event of %s waits for the log', user_id) from account_event
  union all select format('a statement is %s', state) from bank_import where state = 'importing'
  union all select format('the undo of an import is %s', state)
    from bank_take_back where state in ('asked', 'begun') and problem = ''
  union all select format('%s is being rebuilt', name) from public.projection where version = 0
`

/** The remaining work; empty once the shop is at rest. */
export const unfinished = async (simulation: Simulation): Promise<string[]> => {
  const { log, database, busy, queue, faults } = simulation
  const { rows } = await database.server.control.query<{ what: string }>(whatIsLeft, [
    log.events().length - 1,
    faults.managesPeople,
  ])
  const left = rows.map(({ what }) => what)
  for (const statementId of await undosOfFreeMoney(simulation))
    left.push(`a command is open: the undo of statement ${statementId}`)
  if (busy > 0) left.push(`${busy} people wait for an answer`)
  if (queue.depth() > 0) left.push(`${queue.depth()} jobs are in the queue`)
  return left
}
