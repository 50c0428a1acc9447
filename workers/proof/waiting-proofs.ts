import type { Sealed } from '@strand/contracts/envelope'
import type { FileType } from '@strand/contracts/uploads'
import type { Pool } from '@strand/event-sourcing/postgres/pool'

/** A proof of payment that waits to be read. */
export type WaitingProof = {
  orderId: string
  key: string
  type: FileType
  tries: number
  /** Where it came from: equal for equal networks; the order where nobody knows. */
  network: string
}

/** Networks that take turns at a time. */
const mostNetworks = 1_000

/**
 * The next one of each network, the longest wait first: a file of an order of which the fewest were
 * read, so that an order of many files lets the others pass. A file that took too long once waits
 * behind all others.
 */
export const waitingProofs = async (pool: Pick<Pool, 'query'>): Promise<WaitingProof[]> => {
  const { rows } = await pool.query<WaitingProof>(
    `select order_id as "orderId", key, type, tries, network from (
       select distinct on (place) order_id, key, type, tries, asked_at, place as network
       from public.proof_reading as waiting, coalesce(network, order_id) as place
       where state = 'waiting'
         and tries = (select min(tries) from public.proof_reading where state = 'waiting')
       order by place, (select count(*) from public.proof_reading as read
         where read.order_id = waiting.order_id and read.state <> 'waiting'), asked_at
     ) as next order by asked_at limit ${mostNetworks}`,
  )
  return rows
}

export const isAnyWaiting = async (pool: Pick<Pool, 'query'>): Promise<boolean> => {
  const { rowCount } = await pool.query(
    "select from public.proof_reading where state = 'waiting' limit 1",
  )
  return rowCount === 1
}

/** Counted before it begins, so that a file that ends this process is not tried for ever. */
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
