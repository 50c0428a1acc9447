import { randomBytes, randomUUID } from 'node:crypto'
import type { BankLineEvent, BankLineRecorded } from '@strand/contracts/money/bank-line.events'
import type { BankStatementEvent, BankStatementImported } from '@strand/contracts/money/events'
import { silentLog } from '@strand/event-sourcing/log'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { openPersonalData, type PersonalData } from '@strand/platform/crypto/personal-data'
import { testDatabase } from '@strand/platform/testing/test-database'
import { bankProjection } from '../money/projection.ts'
import { eventRecorder, projectionTables } from './projection.ts'

export const theAccount = '66666666-6666-4666-8666-666666666666'
export const theStatement = '77777777-7777-4777-8777-777777777777'

type Personal = { payer: string; narration: string; reference: string }

/** The events of a line: by default, a credit of ₦85,500 on 12 November from Chioma Okafor. */
export const bankLineOf = async (
  personalData: Pick<PersonalData, 'take' | 'seal' | 'erase'>,
  what: Partial<BankLineRecorded & Personal> = {},
) => {
  const key = await personalData.take()
  const { payer = '', narration = 'NIP/GTB/OKAFOR CHIOMA A/hair', reference = '', ...data } = what
  const lineId = what.lineId ?? randomUUID()
  const recorded: Extract<BankLineEvent, { type: 'BankLineRecorded' }> = {
    type: 'BankLineRecorded',
    data: {
      lineId,
      bankAccountId: theAccount,
      statementId: theStatement,
      number: 1,
      bookedOn: '2026-11-12',
      valueOn: null,
      amountKobo: 8_550_000,
      balanceKobo: null,
      personal: personalData.seal(key, { payer, narration, reference }),
      probablySameAs: null,
      kind: 'money',
      ...data,
    },
  }
  const note = (text: string | null) => text && personalData.seal(key, { text })
  const matched = (
    allocations: Extract<BankLineEvent, { type: 'BankLineMatched' }>['data']['allocations'],
    approving: string | null = null,
  ): BankLineEvent => ({
    type: 'BankLineMatched',
    data: { lineId, allocations, rule: 'by hand', approving },
  })
  const unmatched = (orderIds: string[], reason: string | null = null): BankLineEvent => ({
    type: 'BankLineUnmatched',
    data: { lineId, orderIds, cause: 'by hand', reason: note(reason) || null },
  })
  const setAside = (kind: 'refund' | 'own' | 'other', text: string | null): BankLineEvent => ({
    type: 'BankLineSetAside',
    data: { lineId, kind, note: note(text) || null },
  })
  const reopened = (): BankLineEvent => ({ type: 'BankLineTakenBack', data: { lineId } })
  const merged = (into: string): BankLineEvent => ({
    type: 'BankLineMerged',
    data: { lineId, into },
  })
  const keptApart = (from: string): BankLineEvent => ({
    type: 'BankLineKeptApart',
    data: { lineId, from },
  })
  const withdrawn = (): BankLineEvent => ({
    type: 'BankLineWithdrawn',
    data: { lineId, statementId: recorded.data.statementId },
  })
  const owed = (
    orderId: string,
    amountKobo: number,
    owedId: string = randomUUID(),
  ): BankLineEvent => ({
    type: 'BankLineOwed',
    data: { lineId, owedId, orderId, amountKobo },
  })
  const notOwed = (owedId: string, amountKobo: number): BankLineEvent => ({
    type: 'BankLineNotOwed',
    data: { lineId, owedId, amountKobo },
  })
  const paysBack = (
    orderId: string,
    amountKobo: number,
    owedId: string = randomUUID(),
  ): BankLineEvent => ({
    type: 'BankLinePaidBack',
    data: { lineId, owedId, orderId, amountKobo },
  })
  const notPaysBack = (owedId: string, amountKobo: number): BankLineEvent => ({
    type: 'BankLineNotPaidBack',
    data: { lineId, owedId, amountKobo },
  })
  const textErased = (): BankLineEvent => ({
    type: 'BankLineTextErased',
    data: { lineId, cause: 'expired' },
  })
  return {
    lineId,
    recorded,
    matched,
    unmatched,
    setAside,
    reopened,
    merged,
    keptApart,
    withdrawn,
    owed,
    notOwed,
    paysBack,
    notPaysBack,
    textErased,
    eraseKey: () => personalData.erase(key.id),
  }
}

/** The statement of the lines: by default, from 1 to 30 November. */
export const statementOf = (what: Partial<BankStatementImported> = {}): BankStatementEvent => ({
  type: 'BankStatementImported',
  data: {
    statementId: theStatement,
    bankAccountId: theAccount,
    format: 'csv',
    mapping: null,
    sha256: 'ab'.repeat(32),
    openingBalanceKobo: null,
    closingBalanceKobo: null,
    from: '2026-11-01',
    to: '2026-11-30',
    rows: 1,
    new: 1,
    known: 0,
    probablySame: 0,
    notMoney: 0,
    finishes: [],
    dayEnds: null,
    personal: null,
    ...what,
  },
})

export const bankTest = async () => {
  const { pool } = await testDatabase()
  const personalData = await openPersonalData({
    pool,
    masterKey: keyRing(randomBytes(32)),
    log: silentLog,
  })
  const projection = bankProjection(personalData)
  const tables = await projectionTables(pool, projection, 'bank_v6')
  const log = eventRecorder()
  const streamOf = ({ data }: BankLineEvent | BankStatementEvent) =>
    'lineId' in data ? `bank-line-${data.lineId}` : `bank-statement-${data.statementId}`
  const record = (event: BankLineEvent | BankStatementEvent) => log.record(streamOf(event), event)
  return {
    pool,
    personalData,
    projection,
    tables,
    log,
    record,
    apply: (...events: (BankLineEvent | BankStatementEvent)[]) => tables.apply(events.map(record)),
    line: (what?: Parameters<typeof bankLineOf>[1]) => bankLineOf(personalData, what),
  }
}
