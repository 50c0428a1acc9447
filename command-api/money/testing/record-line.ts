import { randomUUID } from 'node:crypto'
import { lagosDay } from '@strand/contracts/lagos-time'
import {
  type BankLinePersonal,
  type BankLineRecorded,
  bankLineEvents,
  bankLineStream,
} from '@strand/contracts/money/bank-line.events'
import { withMetadata } from '@strand/platform/http/command-origin'
import type { Shop } from '../../testing/test-shop.ts'
import { shopAccountId } from './import-statement.ts'

export const someOrigin = () => {
  const commandId = randomUUID()
  const actor = { kind: 'system', id: 'test' } as const
  return { commandId, correlationId: commandId, at: new Date(), actor }
}

/**
 * Records a line without a statement: ₦152,500 from Ada Obi today, except for the fields in `what`.
 */
export const recordLine = async (
  { eventStore, personalData }: Pick<Shop, 'eventStore' | 'personalData'>,
  what: Partial<BankLineRecorded> = {},
  personal: BankLinePersonal = { payer: '', narration: 'NIP/GTB/OBI ADA/hair', reference: 'S1' },
): Promise<BankLineRecorded> => {
  const key = await personalData.take()
  const data = {
    lineId: randomUUID(),
    bankAccountId: shopAccountId,
    statementId: randomUUID(),
    bookedOn: lagosDay(new Date().toISOString()),
    valueOn: null,
    number: 1,
    amountKobo: 15_250_000,
    balanceKobo: null,
    probablySameAs: null,
    kind: 'money' as const,
    personal: personalData.seal(key, personal),
    ...what,
  }
  const event = withMetadata(bankLineEvents, someOrigin())({ type: 'BankLineRecorded', data })
  await eventStore.append(bankLineStream(data.lineId), [event], 'no-stream')
  return data
}
