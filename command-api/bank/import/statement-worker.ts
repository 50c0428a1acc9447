import { createSecretKey } from 'node:crypto'
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
  key: Uint8Array
}

export type StatementSummary = Omit<Statement, 'lines' | 'header'> & {
  /** How many lines follow, and their ids in order. */
  lineIds: string[]
}

export type FromWorker =
  | { kind: 'summary'; summary: StatementSummary }
  | { kind: 'lines'; lines: IdentifiedLine[] }
  | { kind: 'rejected'; code: Rejected['code']; message: string }

/** Lines per message: few enough that a slow reader holds little in memory. */
const linesPerMessage = 250

/** Reads a file apart from the event loop, and hands out its lines when they are asked for. */
const work = ({ bytes, mapping, bankAccountId, key }: Task) => {
  const send = (message: FromWorker) => parentPort?.postMessage(message)
  try {
    const { lines, header, ...summary } = readStatement(bytes, mapping)
    const ids = lineIds(lines, { bankAccountId, key: createSecretKey(key) })
    send({
      kind: 'summary',
      summary: { ...summary, lineIds: ids.map(({ lineId }) => lineId) },
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
