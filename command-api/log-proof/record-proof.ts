import { type LogProofEvent, logProofEvents, logProofStream } from '@strand/contracts/audit/events'
import { repeatRounds } from '@strand/platform/async/repeat-rounds'
import type { Now } from '@strand/platform/clock'
import { withMetadata } from '@strand/platform/commands/origin'
import type { EventStore, Position } from '@strand/platform/event-store/event-store'
import type { Log } from '@strand/platform/log'
import { prepareLogProofTables, readTree } from '@strand/platform/log-proof/tables'
import type { Pool } from '@strand/platform/postgres/pool'

type Options = { eventStore: EventStore; pool: Pool; log: Log; now: Now }

/** Milliseconds between two looks until the log has its first checkpoint. */
const pause = 500
/** Afterwards. */
const longPause = 5_000

/**
 * Takes into the log what its proof rests on, since the follower may not append: once there is a first
 * checkpoint, its origin and key, and from which index on every event bears a writer's MAC. That is the
 * size of the tree once it holds all that was there when this process started to write MACs. Decision
 * 250.
 */
export const startRecordingProof = (options: Options) => {
  const { eventStore, pool } = options
  let before: Position | undefined
  let isBegun = false
  return repeatRounds(
    async () => {
      before ??= await eventStore.headPosition()
      isBegun ||= await recordBegun(options, before)
      return isBegun ? longPause : pause
    },
    {
      ...{ log: options.log, failing: 'the log does not say yet what its proof rests on' },
      prepare: () => prepareLogProofTables(pool),
    },
  )
}

/** Whether the log says so now. */
const recordBegun = async (options: Options, before: Position): Promise<boolean> => {
  const { eventStore, pool } = options
  if ((await eventStore.readStream(logProofStream)).length > 0) return true
  const tree = await readTree(pool)
  if (!tree || tree.position < before) return false
  const { origin, verifierKey, size } = tree
  const data = { origin, verifierKey, macsFrom: size }
  await append(options, { type: 'LogProofBegun', data }, { id: 'log-proof-begun', at: 'no-stream' })
  return true
}

/** A conflict says that another process was first. */
const append = (
  { eventStore, now }: Options,
  event: LogProofEvent,
  { id, at }: { id: string; at: number | 'no-stream' },
) => {
  const actor = { kind: 'system', id: 'log-proof' } as const
  const encode = withMetadata(logProofEvents, {
    ...{ commandId: id, correlationId: id, at: now(), actor },
  })
  return eventStore.append(logProofStream, [encode(event)], at)
}
