import { withMetadata } from '@strand/platform/commands/origin'
import { bankLineEvents, bankLineStream } from '../../../contracts/money/bank-line.events.ts'
import { codeOfCustomer } from './customers.ts'
import { total } from './form.ts'
import type { Simulation } from './simulation.ts'

const bankAccountId = '44444444-4444-4444-8444-444444444444'
const uuid = (start: number, number: number) =>
  `${start}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** A line of the bank that pays just one order; it may name the payment code of a customer. */
export const recordLine = async (simulation: Simulation, number: number, customer?: number) => {
  const { world, log, personalData, lineIds } = simulation
  const lineId = uuid(5, number)
  const narration = customer === undefined ? 'NIP transfer' : `NIP ${codeOfCustomer(customer)}`
  const origin = {
    commandId: `line-${number}`,
    correlationId: 'bank',
    at: new Date(world.now()),
    actor: { kind: 'system', id: 'bank' },
  } as const
  const key = await personalData.take()
  const data = {
    lineId,
    bankAccountId,
    statementId: uuid(6, 1),
    number: 1,
    valueOn: null,
    bookedOn: new Date(world.now()).toISOString().slice(0, 10),
    amountKobo: total * 100,
    balanceKobo: null,
    probablySameAs: null,
    personal: personalData.seal(key, { payer: 'OBI ADA', narration, reference: `S${number}` }),
  }
  const event = withMetadata(bankLineEvents, origin)({ type: 'BankLineRecorded', data })
  await log.append(bankLineStream(lineId), [event], 'no-stream')
  lineIds.push(lineId)
}
