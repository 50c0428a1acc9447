import { setTimeout as sleep } from 'node:timers/promises'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Log } from '@strand/event-sourcing/log'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { readCheckpoints } from '@strand/event-sourcing/processors/report'
import { logProofName } from '@strand/log-proof/follower'
import { readTree } from '@strand/log-proof/tables'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import { openPersonalData } from '@strand/platform/crypto/personal-data'
import { startShopLogProof } from '@strand/projections/log-proof'
import { startProjections } from '@strand/projections/start-projections'
import { startMailReactor } from '@strand/workers/mail/reactor'
import { proofReading, requestReadings } from '@strand/workers/proof/request-readings'

const pollPause = 50

type Options = {
  pool: Pool
  eventStore: EventStore
  masterKey: KeyRing
  signingKeys: KeyRing
  log: Log
  /** Called with the position that all parts have reached, and the log's last position. */
  onProgress: (position: number, of: number) => void
}

/**
 * Runs everything that follows the log until it has reached the head: read models, log proof, and
 * reactors, which record the emails that events trigger. No worker runs, so nothing is sent. If a
 * part cannot continue, throws an `Error` with the reason.
 */
export const catchUp = async (options: Options): Promise<void> => {
  const { pool, eventStore, log, masterKey } = options
  const personalData = await openPersonalData({ pool, masterKey, log })
  const tree = await readTree(pool)
  const parts = { pool, eventStore, log }
  const running = [
    ...startProjections({ ...parts, personalData }),
    startMailReactor(parts),
    // If the shop never read proofs, a restored shop must not begin to read them.
    ...((await readCheckpoints(pool)).some(({ name }) => name === proofReading)
      ? [requestReadings(parts)]
      : []),
    ...(tree
      ? [
          startShopLogProof({
            ...parts,
            now: () => new Date(),
            origin: tree.origin,
            signingKeys: options.signingKeys,
          }),
        ]
      : []),
  ]
  try {
    const head = await eventStore.headPosition()
    for (;;) {
      const problem = running.map(({ state }) => state().problem).find(Boolean)
      if (problem) throw new Error(problem.reason)
      const rows = await readCheckpoints(pool)
      const reached = rows.filter(({ position, serving }) => position >= head && serving)
      const others = tree ? reached : reached.filter(({ name }) => name !== logProofName)
      if (others.length >= running.length) return
      const least = rows.reduce((one, { position }) => (position < one ? position : one), head)
      options.onProgress(Math.max(0, Number(least)), Number(head))
      await sleep(pollPause)
    }
  } finally {
    await Promise.all(running.map(({ stop }) => stop()))
    await personalData.close()
  }
}
