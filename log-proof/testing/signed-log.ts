import { randomUUID } from 'node:crypto'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import { silentLog } from '@strand/event-sourcing/log'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { eventually } from '@strand/platform/testing/eventually'
import { random } from '@strand/platform/testing/random'
import { startLogProof } from '../follower.ts'
import { signerOf, verifierKey } from '../note.ts'
import { begunType, proofStream } from '../proof-stream.ts'
import { readTree } from '../tables.ts'
import { signAppends, writerKeyOf } from '../writer-mac.ts'

export const signingKey = Buffer.alloc(32, 7)
export const writerKey = writerKeyOf(Buffer.alloc(32, 8))
const begunId = '00000000-0000-4000-8000-00000000be90'
export const origin = 'shop.example/api/audit/log'

const pick = <T>(values: T[]): T => values[Math.floor(random() * values.length)] as T

/**
 * Fills a log with events in some streams, all with MACs, and signs a checkpoint at the end of each
 * day.
 *
 * @param days the log's number of events at the end of each day
 */
export const signLog = async (pool: Pool, eventStore: EventStore, days: number[]) => {
  const log = signAppends(eventStore, writerKey)
  let today = ''
  const running = startLogProof({
    pool,
    eventStore,
    log: silentLog,
    signingKeys: [signingKey],
    origin,
    now: () => new Date(`${today}T12:00:00.000Z`),
    dayOf: () => today,
  })
  const metadata = { at: '2026-03-01T08:00:00.000Z' }
  const data = { origin, verifierKey: verifierKey(signerOf(origin, signingKey)), macsFrom: 0 }
  await log.append(proofStream, [{ id: begunId, type: begunType, data, metadata }], 'any')
  let written = 1
  for (const [n, until] of days.entries()) {
    today = `2026-03-${String(n + 1).padStart(2, '0')}`
    while (written < until) {
      const count = Math.min(1 + Math.floor(random() * 3), until - written)
      const events = Array.from({ length: count }, (_, one) => ({
        id: randomUUID(),
        type: pick(['OrderCreated', 'OrderApproved', 'OrderShipped']),
        data: { n: written + one, text: pick(['é', 'a "b"', '\u0007', '']), price: random() },
        metadata: { at: `${today}T09:00:00.000Z`, actor: { kind: 'staff', id: randomUUID() } },
      }))
      await log.append(`order-${Math.floor(random() * 80)}`, events, 'any')
      written += count
    }
    const head = await eventStore.headPosition()
    await eventually(
      () => readTree(pool).catch(() => null),
      (tree) => tree?.position === head,
    )
  }
  await running.stop()
}
