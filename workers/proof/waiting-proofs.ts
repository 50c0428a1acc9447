import type { Sealed } from '@strand/contracts/envelope'
import type { FileType } from '@strand/contracts/uploads'
import type { Pool } from '@strand/event-sourcing/postgres/pool'

/** A proof of payment that waits to be read. */
export type WaitingProof = {
  orderId: string
  key: string
  type: FileType
  tries: number
  /** Where it came from: equal for equal networks, and one for all of which nobody knows it. */
  network: string
}

/** Networks that take turns at a time. */
export const maxNetworks = 1_000

/**
 * The next one of each network, the longest wait first: of its orders' first files the oldest, then of their
 * second ones, so that an order of many files lets the others pass. A file that took too long
 * once waits behind all others. Each network costs two looks into an index, however many proofs wait.
 *
 * @param after the network whose turn it was last: where there are more than `maxNetworks`, those behind it
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

/** Counted before it begins, so that a file that ends this process is not tried forever. */
export const countTry = (pool: Pool, { orderId, key }: WaitingProof) =>
  pool.query('update public.proof_reading set tries = tries + 1 where order_id = $1 and key = $2', [
    orderId,
    key,
  ])

/** For a try that said nothing about the file. */
export const forgetTry = (pool: Pool, { orderId, key }: WaitingProof) =>
  pool.query('update public.proof_reading set tries = tries - 1 where order_id = $1 and key = $2', [
    orderId,
    key,
  ])

/** Nothing happens if the order was erased meanwhile: its row is gone. */
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

/** For a proof of an order that was erased. */
export const dropProof = (pool: Pool, { orderId, key }: WaitingProof) =>
  pool.query('delete from public.proof_reading where order_id = $1 and key = $2', [orderId, key])
