import { createSecretKey } from 'node:crypto'
import { lagosDay } from '@strand/contracts/lagos-time'
import {
  normalizePaymentCode,
  numberOfPaymentCode,
  numberOfPaymentCodes,
  paymentCodeOf,
} from '@strand/contracts/order/payment-code'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import { keyedPermutation, type Permutation } from './permutation.ts'

/**
 * The shop's payment codes. A Postgres sequence numbers the codes, so no two are equal, however
 * many processes run, and an unused code needs no row. The number is encrypted, so a code reveals
 * nothing about others. Decision 207.
 */
export type PaymentCodes = {
  /**
   * Returns a code that was never issued before. Throws `Rejected('unavailable')` if none is left.
   */
  issue: () => Promise<string>
  /**
   * Assigns a code to a submission of the order form, and returns it in its usual spelling. Null if
   * the text is not a code, was never issued, or belongs to another submission.
   *
   * @param takenBy the submission's `commandId`, which gets its own code again
   */
  take: (typed: string, takenBy: string) => Promise<string | null>
  /** Frees the codes that a submission took, except its order's code. */
  release: (takenBy: string, kept: string | undefined) => Promise<void>
  /**
   * The days in Lagos on which codes were made. Codes that were made before the shop recorded days
   * have none.
   */
  madeOn: (codes: string[]) => Promise<Map<string, string>>
}

export const openPaymentCodes = (pool: Pool, now: Now): PaymentCodes => {
  /** The last day whose first code has been recorded, by this process or another. */
  let noted = ''
  let opened: Promise<Permutation> | undefined
  const permutation = () => {
    opened ??= readKey(pool)
    // The next call tries again.
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }
  return {
    issue: async () => {
      const { encrypt } = await permutation()
      const number = await nextNumber(pool)
      const today = lagosDay(now().toISOString())
      if (today !== noted) await noteDay(pool, today, number)
      noted = today
      return paymentCodeOf(encrypt(number - 1))
    },
    take: async (typed, takenBy) => {
      const code = normalizePaymentCode(typed)
      if (code === null) return null
      const { decrypt } = await permutation()
      const { rowCount } = await pool.query(
        `insert into payment_code_use (code, taken_by)
         select $1, $2 from payment_code_number where is_called and last_value >= $3
         on conflict (code) do update set taken_by = excluded.taken_by
           where payment_code_use.taken_by = excluded.taken_by`,
        [code, takenBy, decrypt(numberOfPaymentCode(code)) + 1],
      )
      return rowCount === 0 ? null : code
    },
    madeOn: async (typed) => {
      const codes = typed.flatMap((code) => normalizePaymentCode(code) ?? [])
      if (codes.length === 0) return new Map()
      const { decrypt } = await permutation()
      const { rows } = await pool.query<{ code: string; day: string }>(
        `select code, (
           select max(day)::text from payment_code_day where first <= number
         ) as day
         from unnest($1::text[], $2::int8[]) as asked (code, number)`,
        [codes, codes.map((code) => decrypt(numberOfPaymentCode(code)) + 1)],
      )
      return new Map(rows.flatMap(({ code, day }) => (day ? [[code, day] as const] : [])))
    },
    release: async (takenBy, kept) => {
      await pool.query(
        'delete from payment_code_use where taken_by = $1 and code is distinct from $2',
        [takenBy, kept ?? null],
      )
    },
  }
}

const noteDay = (pool: Pool, day: string, number: number) =>
  pool.query(
    `insert into payment_code_day (day, first) values ($1, $2)
     on conflict (day) do update set first = least(payment_code_day.first, excluded.first)`,
    [day, number],
  )

const readKey = async (pool: Pool): Promise<Permutation> => {
  const { rows } = await pool.query<{ key: Buffer }>('select key from payment_code_key')
  if (!rows[0]) throw new Error('the key of the payment codes is missing')
  return keyedPermutation(createSecretKey(rows[0].key), numberOfPaymentCodes)
}

/** The number of the next code, from 1. */
const nextNumber = async (pool: Pool): Promise<number> => {
  const { rows } = await pool
    .query<{ number: number }>(`select nextval('payment_code_number') as number`)
    .catch((error: Error & { code?: string }) => {
      // The sequence has reached its end.
      if (error.code !== '2200H') throw error
      throw new Rejected('unavailable', 'There are no more payment codes: please pay without one')
    })
  if (!rows[0]) throw new Error('a sequence gave no number')
  return rows[0].number
}
