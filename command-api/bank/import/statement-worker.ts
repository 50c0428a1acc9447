import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import type { StatementMapping } from '@strand/contracts/money/statement'
import { Rejected } from '@strand/platform/errors'
import { readStatement } from '../formats/read-statement.ts'
import type { Statement, StatementLine } from '../formats/statement.ts'
import { type LineId, lineIds } from '../line-id.ts'

export type IdentifiedLine = StatementLine & LineId

export type Task = {
  bytes: Uint8Array
  mapping: StatementMapping | undefined
  bankAccountId: string
  /** The account's number, and which of a file's accounts a person said it is. */
  accountNumber?: string
  account: string | undefined
  key: Uint8Array
  /** Mappings of the account's tables by the fingerprints of their headers. */
  remembered: RememberedMapping[]
}

export type RememberedMapping = { fingerprint: string; mapping: StatementMapping }

export type StatementSummary = Omit<Statement, 'lines' | 'header'> & {
  /** How many lines follow, and their ids in order. */
  lineIds: string[]
  /** Of the header of a table; null where there is none to remember. */
  fingerprint: string | null
}

export type FromWorker =
  | { kind: 'summary'; summary: StatementSummary }
  | { kind: 'lines'; lines: IdentifiedLine[] }
  | { kind: 'rejected'; code: Rejected['code']; message: string }

/** Lines per message: few enough that a slow reader holds little in memory. */
const linesPerMessage = 250

/** Keyed, because a person may call any row the header. */
const fingerprintWith = (key: KeyObject, bankAccountId: string) => (header: string) =>
  createHmac('sha256', key)
    .update(JSON.stringify(['header', bankAccountId, header]))
    .digest('base64url')

/** Reads a file apart from the event loop, and hands out its lines when they are asked for. */
const work = (task: Task) => {
  const { bytes, mapping, bankAccountId, accountNumber, account, key: secret, remembered } = task
  const send = (message: FromWorker) => parentPort?.postMessage(message)
  try {
    const key = createSecretKey(secret)
    const fingerprintOf = fingerprintWith(key, bankAccountId)
    const known = new Map(remembered.map((one) => [one.fingerprint, one.mapping]))
    const recall = (words: string) => known.get(fingerprintOf(words))
    const { lines, header, ...summary } = readStatement(bytes, {
      mapping,
      recall,
      accountNumber,
      account,
    })
    const ids = lineIds(lines, { bankAccountId, key })
    const fingerprint = header === '' ? null : fingerprintOf(header)
    send({
      kind: 'summary',
      summary: { ...summary, fingerprint, lineIds: ids.map(({ lineId }) => lineId) },
    })
    let at = 0
    parentPort?.on('message', () => {
      const part = lines.slice(at, at + linesPerMessage)
      const identified = part.flatMap((line, index) => {
        const id = ids[at + index]
        return id ? [{ ...line, ...id }] : []
      })
      at += part.length
      send({ kind: 'lines', lines: identified })
    })
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    send({ kind: 'rejected', code: error.code, message: error.message })
  }
}

work(workerData as Task)
