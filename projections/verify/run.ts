import { forEachKey, type KeyRing } from '@strand/platform/crypto/key-ring'
import { openPersonalData } from '@strand/platform/crypto/personal-data'
import type { EventStore } from '@strand/platform/event-store/event-store'
import type { Log } from '@strand/platform/log'
import { signerOf } from '@strand/platform/log-proof/note'
import { prepareLogProofTables } from '@strand/platform/log-proof/tables'
import { endVerification } from '@strand/platform/log-proof/verification-table'
import { retractCheckpoints } from '@strand/platform/log-proof/verify/retract'
import {
  type StoredLog,
  storedInEventStore,
  storedInPostgres,
} from '@strand/platform/log-proof/verify/stored-events'
import { type LogVerdict, verifyLog } from '@strand/platform/log-proof/verify/verify-log'
import { writerKeyOf } from '@strand/platform/log-proof/writer-mac'
import { withAdvisoryLock } from '@strand/platform/postgres/advisory-lock'
import { openPool, type Pool } from '@strand/platform/postgres/pool'
import { openEventStore } from '@strand/platform/process/open-event-store'
import { allProjections } from '../start-projections.ts'
import type { VerifyArguments } from './arguments.ts'
import { verifyReadModels } from './read-models.ts'

/** What a verification came to; the last line that it wrote says it in a sentence. */
type ShopVerdict = {
  state: 'whole' | 'wrong' | 'failed'
  events: number
  firstWrong: number | null
}

export type VerifyOptions = {
  arguments: VerifyArguments
  databaseUrl: string
  eventStoreUrl: string
  /** `PERSONAL_DATA_KEY`. */
  masterKey: KeyRing
  /** `LOG_SIGNING_KEY`. */
  signingKeys: KeyRing
  /** `LOG_WRITER_KEY`; without it the writers' MACs are not checked. */
  writerKey?: Buffer | undefined
  log: Log
  /** Writes to the terminal, or keeps what is said. */
  write: (text: string) => void
  onProgress?: (done: number, ofAbout: number) => void
  /** The verification that was asked for; undefined: nobody asked the shop for it. */
  id?: string
}

/**
 * One for the lock and one for each read model, since all are folded at the same time; three of them read
 * keys meanwhile.
 */
const connections = 12
/** Milliseconds between two lines of progress. */
const progressPause = 2_000

/**
 * Verifies a shop's log and read models, and notes in the database what came out; see
 * docs/log-proof.md.
 *
 * @returns the exit code: 0 when everything is as it was signed, else 1
 */
export const verifyShop = async (options: VerifyOptions): Promise<0 | 1> => {
  const { databaseUrl, eventStoreUrl, log } = options
  const open = (url: string, max: number) =>
    openPool(url, { log, name: 'strand verify', max, statementTimeout: 0 })
  const pool = open(databaseUrl, connections)
  const logPool = /^postgres(ql)?:/.test(eventStoreUrl) ? open(eventStoreUrl, 2) : null
  const eventStore = await openEventStore(eventStoreUrl, { log, requireDurable: false })
  let said = ''
  const write = (text: string) => {
    said = text
    options.write(text)
  }
  try {
    await prepareLogProofTables(pool)
    const stored = logPool ? storedInPostgres(logPool) : storedInEventStore(eventStore)
    return await withAdvisoryLock(pool, 'strand verify', async () => {
      const { state, events, firstWrong } = await examine(
        { ...options, write },
        { pool, eventStore, stored },
      )
      const outcome = { state, firstWrong, done: events, outcome: said.trim() }
      // After a restore it does not verify, but accepts.
      if (!options.arguments.afterRestore) await endVerification(pool, options.id ?? null, outcome)
      return state === 'whole' ? 0 : 1
    })
  } finally {
    await eventStore.close()
    await logPool?.end()
    await pool.end()
  }
}

const examine = async (
  options: VerifyOptions,
  { pool, eventStore, stored }: { pool: Pool; eventStore: EventStore; stored: StoredLog },
): Promise<ShopVerdict> => {
  const show = progress(options.write, 'events')
  const verdict = await verifyLog({
    ...{ pool, log: stored, since: options.arguments.since },
    writerKey: options.writerKey && writerKeyOf(options.writerKey),
    keysOf: (origin) => forEachKey(options.signingKeys, (key) => signerOf(origin, key)),
    onProgress: (done, ofAbout) => {
      show(done, ofAbout)
      options.onProgress?.(done, ofAbout)
    },
  })
  if (!verdict) {
    options.write('No checkpoint is signed yet: start the shop first.\n')
    return { state: 'failed', events: 0, firstWrong: null }
  }
  const { events } = verdict
  if (options.arguments.afterRestore)
    return { state: stateOf(await accept(options, pool, verdict)), events, firstWrong: null }
  const firstWrong = verdict.finding?.index ?? null
  if (firstWrong !== null) return { state: stateOf(report(options, verdict)), events, firstWrong }
  const isFold = await areReadModelsWhole(options, pool, eventStore)
  return { state: stateOf(isFold && report(options, verdict)), events, firstWrong: null }
}

const stateOf = (isWhole: boolean) => (isWhole ? ('whole' as const) : ('wrong' as const))

const report = ({ write, writerKey }: VerifyOptions, verdict: LogVerdict): boolean => {
  const { signed, events, finding, macsFrom } = verdict
  if (finding) {
    write(`Event ${finding.index}: ${finding.what}.\n`)
    return false
  }
  const { size, root } = signed.checkpoints.findLast(({ size }) => size === signed.newest.size) ?? {
    ...{ size: 0, root: Buffer.alloc(0) },
  }
  if (!writerKey) write('The writers’ MACs were not checked: LOG_WRITER_KEY is not set.\n')
  else if (macsFrom === null) write('No event says yet from where on each bears a writer’s MAC.\n')
  if (events > size) write(`${events - size} newer events are not signed yet.\n`)
  const signedAt = signed.newest.signedAt.toISOString()
  write(`${size} events, root ${root.toString('base64')}, as signed at ${signedAt}: whole\n`)
  return true
}

const accept = async (options: VerifyOptions, pool: Pool, verdict: LogVerdict) => {
  const { finding } = verdict
  if (!finding) return report(options, verdict)
  options.write(`Event ${finding.index}: ${finding.what}.\n`)
  if (finding.index === 0) {
    options.write('Nothing is retracted: this is not the log that the checkpoints speak of.\n')
    return false
  }
  const retracted = await retractCheckpoints(pool, finding.index)
  options.write(
    `Retracted ${retracted} checkpoints of more events. The shop makes the tree anew; verify it then.\n`,
  )
  return true
}

const areReadModelsWhole = async (
  options: VerifyOptions,
  pool: Pool,
  eventStore: EventStore,
): Promise<boolean> => {
  const { masterKey, log, write } = options
  const personalData = await openPersonalData({ pool, masterKey, log })
  const show = progress(write, 'positions of the read models')
  try {
    const verdicts = await verifyReadModels({
      ...{ pool, eventStore, projections: allProjections(personalData) },
      onProgress: (position) => show(Number(position) + 1),
    })
    for (const { name, skipped } of verdicts)
      if (skipped) write(`Read model ${name} was not compared: ${skipped}.\n`)
    const wrong = verdicts.find(({ difference }) => difference)
    if (wrong) write(`Read model ${wrong.name}, ${wrong.difference}.\n`)
    return wrong === undefined
  } finally {
    await personalData.close()
  }
}

const progress = (write: (text: string) => void, what: string) => {
  let writtenAt = Date.now()
  return (done: number, all?: number) => {
    if (Date.now() - writtenAt < progressPause) return
    writtenAt = Date.now()
    write(`  ${done}${all === undefined ? '' : ` of ${all}`} ${what}\n`)
  }
}
