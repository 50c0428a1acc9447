import { withMetadata } from '@strand/platform/http/command-origin'
import { bankLineEvents, bankLineStream } from '../../../contracts/money/bank-line.events.ts'
import {
  type BankStatementEvent,
  bankStatementEvents,
  bankStatementStream,
} from '../../../contracts/money/events.ts'
import { codeOfCustomer } from './customers.ts'
import { total } from './form.ts'
import type { Simulation } from './simulation.ts'

const bankAccountId = '44444444-4444-4444-8444-444444444444'
const uuid = (start: number, number: number) =>
  `${start}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** A statement with a line that pays just one order; it may name the payment code of a customer. */
export const recordLine = async (simulation: Simulation, number: number, customer?: number) => {
  const { world, log, personalData, lineIds } = simulation
  const [lineId, statementId] = [uuid(5, number), uuid(6, number)]
  const narration = customer === undefined ? 'NIP transfer' : `NIP ${codeOfCustomer(customer)}`
  const origin = {
    commandId: `line-${number}`,
    correlationId: 'bank',
    at: new Date(world.now()),
    actor: { kind: 'system', id: 'bank' },
  } as const
  const key = await personalData.take()
  const bookedOn = new Date(world.now()).toISOString().slice(0, 10)
  const data = {
    lineId,
    bankAccountId,
    statementId,
    number: 1,
    valueOn: null,
    bookedOn,
    amountKobo: total * 100,
    balanceKobo: null,
    probablySameAs: null,
    kind: 'money' as const,
    personal: personalData.seal(key, { payer: 'OBI ADA', narration, reference: `S${number}` }),
  }
  const event = withMetadata(bankLineEvents, origin)({ type: 'BankLineRecorded', data })
  await log.append(bankLineStream(lineId), [event], 'no-stream')
  const statement: BankStatementEvent['data'] = {
    statementId,
    bankAccountId,
    format: 'csv',
    mapping: null,
    sha256: '',
    openingBalanceKobo: null,
    closingBalanceKobo: null,
    from: bookedOn,
    to: bookedOn,
    rows: 1,
    new: 1,
    known: 0,
    probablySame: 0,
    notMoney: 0,
    finishes: [],
    dayEnds: null,
    personal: null,
  }
  const imported = withMetadata(bankStatementEvents, {
    ...origin,
    commandId: `statement-${number}`,
  })({ type: 'BankStatementImported', data: statement })
  await log.append(bankStatementStream(statementId), [imported], 'no-stream')
  lineIds.push(lineId)
}
