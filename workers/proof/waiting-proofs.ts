import type { Sealed } from '@strand/contracts/envelope'
import type { FileType } from '@strand/contracts/uploads'
import type { Pool } from '@strand/event-sourcing/postgres/pool'

export type WaitingProof = {
  orderId: string
  key: string
  type: FileType
  tries: number
  /** The network that the proof came from; unknown networks share one value. */
  network: string
}

/** The maximum number of networks that take turns. */
export const maxNetworks = 1_000

/**
 * The next proof of each network, longest wait first. Within a network, the first files of all
 * orders come before the second files, so an order with many files lets others pass. A file that
 * once exceeded its time waits behind all others. A network costs two index lookups, however many
 * proofs wait.
 *
 * @param after the network whose proof was read last; if more than `maxNetworks` wait, the choice
 *   continues after this network
 */
export const waitingProofs = async (
  pool: Pick<Pool, 'query'>,
  after: string,
): Promise<WaitingProof[]> => {
  const behind = await nextOfNetworks(pool, after)
  const known = new Set(behind.map(({ network }) => network))
  const before = behind.length < maxNetworks ? await nextOfNetworks(pool, '') : []
  return [...behind, ...before.filter(({ network }) => !known.has(network))]
    .toSorted((one, other) => one.askedAt.getTime() - other.askedAt.getTime())
    .map(({ askedAt, ...proof }) => proof)
}

const nextOfNetworks = async (pool: Pick<Pool, 'query'>, after: string) => {
  const { rows } = await pool.query<WaitingProof & { askedAt: Date }>(
    `with recursive fewest as (
       select min(tries) as tries from public.proof_reading where state = 'waiting'),
     turn as (
       select $1 as network
       union all
       select (
         select coalesce(network, '?') from public.proof_reading
         where state = 'waiting' and tries = (select tries from fewest)
           and coalesce(network, '?') > turn.network
         order by coalesce(network, '?') limit 1)
       from turn where turn.network is not null)
     select next.*, turn.network
     from (select network from turn where network > $1 limit ${maxNetworks}) as turn
     cross join lateral (
       select order_id as "orderId", key, type, tries, asked_at as "askedAt"
       from public.proof_reading
       where state = 'waiting' and tries = (select tries from fewest)
         and coalesce(network, '?') = turn.network
       order by nth, asked_at limit 1) as next`,
    [after],
  )
  return rows
}

export const isAnyWaiting = async (pool: Pick<Pool, 'query'>): Promise<boolean> => {
  const { rowCount } = await pool.query(
    "select from public.proof_reading where state = 'waiting' limit 1",
  )
  return rowCount === 1
}

/**
 * Counts a try before the reading, so that a file that crashes this process is not tried forever.
 */
export const countTry = (pool: Pool, { orderId, key }: WaitingProof) =>
  pool.query('update public.proof_reading set tries = tries + 1 where order_id = $1 and key = $2', [
    orderId,
    key,
  ])

/** Subtracts a try that revealed nothing about the file. */
export const forgetTry = (pool: Pool, { orderId, key }: WaitingProof) =>
  pool.query('update public.proof_reading set tries = tries - 1 where order_id = $1 and key = $2', [
    orderId,
    key,
  ])

/**
 * Stores what was read. Has no effect if the order was erased in the meantime, because the row is
 * gone.
 */
export const saveReading = (
  pool: Pool,
  { orderId, key }: WaitingProof,
  found: { readerVersion: number; reading: Sealed | null; hmacs: Buffer[] },
) =>
  pool.query(
    `update public.proof_reading
       set state = 'done', reader_version = $3, reading = $4, reference_hmacs = $5
     where order_id = $1 and key = $2 and state = 'waiting'`,
    [orderId, key, found.readerVersion, found.reading, found.hmacs],
  )

export const dropProof = (pool: Pool, { orderId, key }: WaitingProof) =>
  pool.query('delete from public.proof_reading where order_id = $1 and key = $2', [orderId, key])
