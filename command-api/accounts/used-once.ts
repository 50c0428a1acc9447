import { createHash } from 'node:crypto'
import { onceKeyLength, repeatableMinutes } from '@strand/contracts/endpoint'
import type { Connection, Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import { BrokenBox, openBox, sealBox } from '@strand/platform/crypto/sealed-box'
import { idempotencyKey } from '@strand/platform/http/idempotency-key'
import type { FastifyRequest } from 'fastify'

/** Records the outcome, in the transaction that uses the thing up. */
type Keep<Outcome> = (connection: Connection, outcome: Outcome) => Promise<void>

/**
 * Links, challenges and refresh tokens work only once. A client that loses the answer and asks
 * again would be refused like a thief. So a client sends an `Idempotency-Key`, under which the
 * first outcome is stored. The outcome is sealed so that it can be opened only with the key and the
 * body of the request. Neither the database nor `TOKEN_SECRET` reveals it, and another client with
 * the same link is refused. Decision 300.
 */
export type UsedOnce = {
  /**
   * Uses a thing up, or returns the outcome if this client has used it before. The callback `use`
   * throws if the thing was used before; otherwise it calls `keep`.
   *
   * @param thing its kind and id
   */
  use: <Outcome extends object>(
    request: FastifyRequest,
    thing: string,
    use: (keep: Keep<Outcome>) => Promise<Outcome>,
  ) => Promise<Outcome>
  /**
   * `keep` and `outcome` are the two halves of `use`, for callers that need only one of them, or a
   * step in between.
   */
  keep: (
    request: FastifyRequest,
    thing: string,
    connection: Connection,
    outcome: object,
  ) => Promise<void>
  /**
   * The outcome if this client used the thing; null for another client, or after the outcome has
   * expired.
   */
  outcome: <Outcome extends object>(
    request: FastifyRequest,
    thing: string,
  ) => Promise<Outcome | null>
}

const sha256 = (...parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest()

/** A secret that only this client can derive again; null if its key is missing or too short. */
const keyOf = (request: FastifyRequest, thing: string): Buffer | null => {
  const key = idempotencyKey(request)
  if (key === null || key.length < onceKeyLength) return null
  return sha256('used once', thing, key, request.body ?? null)
}

export const openUsedOnce = ({ pool, now }: { pool: Pool; now: Now }): UsedOnce => {
  const outcome: UsedOnce['outcome'] = async (request, thing) => {
    const key = keyOf(request, thing)
    if (!key) return null
    const { rows } = await pool.query<{ outcome: Buffer }>(
      `select outcome from used_once where thing = $1
         and used_at > $2::timestamptz - make_interval(mins => ${repeatableMinutes})`,
      [sha256(thing), now()],
    )
    const [row] = rows
    try {
      return row ? JSON.parse(openBox(key, thing, row.outcome).toString()) : null
    } catch (error) {
      if (error instanceof BrokenBox) return null
      throw error
    }
  }
  const keep: UsedOnce['keep'] = async (request, thing, connection, came) => {
    const key = keyOf(request, thing)
    if (!key) return
    await connection.query(
      `insert into used_once (thing, outcome, used_at) values ($1, $2, $3)
       on conflict (thing) do update set outcome = $2, used_at = $3`,
      [sha256(thing), sealBox(key, thing, Buffer.from(JSON.stringify(came))), now()],
    )
  }
  return {
    outcome,
    keep,
    use: async (request, thing, use) => {
      const before = await outcome<Awaited<ReturnType<typeof use>>>(request, thing)
      if (before) return before
      try {
        return await use((connection, came) => keep(request, thing, connection, came))
      } catch (error) {
        // The first call was still running when this call began.
        const meanwhile = await outcome<Awaited<ReturnType<typeof use>>>(request, thing)
        if (meanwhile) return meanwhile
        throw error
      }
    },
  }
}
