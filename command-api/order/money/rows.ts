import { randomUUID } from 'node:crypto'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import { type Origin, originFrom, type StoredOrigin } from '@strand/platform/http/command-origin'

/** A part of a bank line that pays for an order, in kobo. */
export type EvidenceLine = { lineId: string; amountKobo: number }

/** A command that changes an order and its bank lines, and that has begun. */
export type MoneyRow = {
  id: string
  kind: 'approve' | 'undo' | 'archive' | 'erase' | 'owe' | 'pay-back'
  orderId: string
  /**
   * The id of the command that matched these lines, or of the debt; null to mean all of the order's
   * matches.
   */
  approving: string | null
  lines: EvidenceLine[]
  origin: Origin
}

type Options = { pool: Pool; now: Now }

/** A command that has not finished after this many seconds counts as interrupted. */
const patience = 30

/** Call this before appending the first event. */
export const insertRow = async (
  { pool, now }: Options,
  row: Omit<MoneyRow, 'id'>,
): Promise<MoneyRow> => {
  const id = randomUUID()
  await pool.query(
    `insert into order_money (id, kind, order_id, approving, lines, origin, asked_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      id,
      row.kind,
      row.orderId,
      row.approving,
      JSON.stringify(row.lines),
      JSON.stringify(row.origin),
      now().toISOString(),
    ],
  )
  return { ...row, id }
}

export const deleteRow = async ({ pool }: Options, { id }: MoneyRow): Promise<void> => {
  await pool.query('delete from order_money where id = $1', [id])
}

/** Makes the row due again after the usual time. */
export const postponeRow = async ({ pool, now }: Options, { id }: MoneyRow): Promise<void> => {
  await pool.query('update order_money set asked_at = $2 where id = $1', [id, now().toISOString()])
}

const columns = `id, kind, order_id as "orderId", approving, lines, origin`

/** Commands that began over 30 s ago, oldest first. */
export const dueRows = async ({ pool, now }: Options, most: number): Promise<MoneyRow[]> => {
  const { rows } = await pool.query<Omit<MoneyRow, 'origin'> & { origin: StoredOrigin }>(
    `select ${columns} from order_money where asked_at < $1 order by asked_at, id limit $2`,
    [new Date(now().getTime() - patience * 1_000).toISOString(), most],
  )
  return rows.map((row) => ({ ...row, origin: originFrom(row.origin) }))
}

export const hasRow = async ({ pool }: Options, { id }: MoneyRow): Promise<boolean> =>
  (await pool.query('select from order_money where id = $1', [id])).rowCount === 1
