import { openPersonalData } from '@strand/platform/crypto/personal-data'
import type { Log } from '@strand/platform/log'
import { signerOf } from '@strand/platform/log-proof/note'
import { prepareLogProofTables } from '@strand/platform/log-proof/tables'
import { retractCheckpoints } from '@strand/platform/log-proof/verify/retract'
import {
  storedInEventStore,
  storedInPostgres,
} from '@strand/platform/log-proof/verify/stored-events'
import { type LogVerdict, verifyLog } from '@strand/platform/log-proof/verify/verify-log'
import { verifyPublished } from '@strand/platform/log-proof/verify/verify-published'
import { writerKeyOf } from '@strand/platform/log-proof/writer-mac'
import { withAdvisoryLock } from '@strand/platform/postgres/advisory-lock'
import { openPool, type Pool } from '@strand/platform/postgres/pool'
import { openEventStore } from '@strand/platform/process/open-event-store'
import { allProjections } from '../start-projections.ts'
import type { VerifyArguments } from './arguments.ts'
import { verifyReadModels } from './read-models.ts'

export type VerifyOptions = {
  arguments: VerifyArguments
  databaseUrl: string
  eventStoreUrl: string
  /** `PERSONAL_DATA_KEY`. */
  masterKey: Buffer
  /** `LOG_SIGNING_KEY`. */
  signingKey: Buffer
  /** `LOG_WRITER_KEY`; without it the writers' MACs are not checked. */
  writerKey?: Buffer | undefined
  log: Log
  /** Writes to the terminal. */
  write: (text: string) => void
}

/** Milliseconds between two lines of progress. */
const progressPause = 2_000

/**
 * Verifies a shop's log and read models; see docs/log-proof.md.
 *
 * @returns the exit code: 0 when everything is as it was signed, else 1
 */
export const verifyShop = async (options: VerifyOptions): Promise<0 | 1> => {
  const { databaseUrl, eventStoreUrl, log } = options
  const open = (url: string) =>
    openPool(url, { log, name: 'strand verify', max: 4, statementTimeout: 0 })
  const pool = open(databaseUrl)
  const logPool = /^postgres(ql)?:/.test(eventStoreUrl) ? open(eventStoreUrl) : null
  const eventStore = await openEventStore(eventStoreUrl, { log, requireDurable: false })
  try {
    await prepareLogProofTables(pool)
    const stored = logPool ? storedInPostgres(logPool) : storedInEventStore(eventStore)
    return await withAdvisoryLock(pool, 'strand verify', async () => {
      const verdict = await verifyLog({
        ...{ pool, log: stored, since: options.arguments.since },
        writerKey: options.writerKey && writerKeyOf(options.writerKey),
        keyOf: (origin) => signerOf(origin, options.signingKey),
        onProgress: progress(options.write, 'events'),
      })
      if (!verdict) {
        options.write('No checkpoint is signed yet: start the shop first.\n')
        return 1
      }
      if (options.arguments.afterRestore) return await accept(options, pool, verdict)
      if (verdict.finding) return report(options, verdict)
      const readModels = await readModelsOf(options, pool, eventStore)
      return readModels === 0 ? report(options, verdict) : 1
    })
  } finally {
    await eventStore.close()
    await logPool?.end()
    await pool.end()
  }
}

const report = ({ write, writerKey }: VerifyOptions, verdict: LogVerdict): 0 | 1 => {
  const { signed, events, finding, macsFrom } = verdict
  if (finding) {
    write(`Event ${finding.index}: ${finding.what}.\n`)
    return 1
  }
  const { size, root } = signed.checkpoints.findLast(({ size }) => size === signed.newest.size) ?? {
    ...{ size: 0, root: Buffer.alloc(0) },
  }
  if (!writerKey) write('The writers’ MACs were not checked: LOG_WRITER_KEY is not set.\n')
  else if (macsFrom === null) write('No event says yet from where on each bears a writer’s MAC.\n')
  if (events > size) write(`${events - size} newer events are not signed yet.\n`)
  const signedAt = signed.newest.signedAt.toISOString()
  write(`${size} events, root ${root.toString('base64')}, as signed at ${signedAt}: whole\n`)
  return 0
}

const accept = async (options: VerifyOptions, pool: Pool, verdict: LogVerdict): Promise<0 | 1> => {
  const { finding } = verdict
  if (!finding) return report(options, verdict)
  options.write(`Event ${finding.index}: ${finding.what}.\n`)
  if (finding.index === 0) {
    options.write('Nothing is retracted: this is not the log that the checkpoints speak of.\n')
    return 1
  }
  const retracted = await retractCheckpoints(pool, finding.index)
  options.write(
    `Retracted ${retracted} checkpoints of more events. The shop makes the tree anew; verify it then.\n`,
  )
  return 0
}

const readModelsOf = async (
  options: VerifyOptions,
  pool: Pool,
  eventStore: Awaited<ReturnType<typeof openEventStore>>,
): Promise<0 | 1> => {
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
    return wrong ? 1 : 0
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

/** The same for a log that is only read where it is published. */
export const verifyAddress = async (
  { log: url, key, since }: VerifyArguments & { log: string },
  write: (text: string) => void,
): Promise<0 | 1> => {
  const { head, problem } = await verifyPublished({ url, key, since })
  if (key === undefined)
    write('The key is the one that the log names: keep it for the next time.\n')
  const root = head.root.toString('base64')
  write(
    problem === null
      ? `${head.size} events, root ${root}, as signed for ${head.origin}: whole\n`
      : `${head.size} events, root ${root}: ${problem}.\n`,
  )
  return problem === null ? 0 : 1
}
