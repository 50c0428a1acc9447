import { setTimeout as sleep } from 'node:timers/promises'
import { catalogue } from '@strand/contracts/catalogue/catalogue'
import type { Pool } from '@strand/event-sourcing/postgres/pool'

/** Every published table that some query here uses. */
const views = [
  ...catalogue.map(({ name }) => name),
  'staff',
  'activity',
  'activity_day',
  'order_state',
  'order_detail',
  'order_search',
  'order_file',
  'order_month',
  'order_count',
  'order_day',
  'order_confirmation',
  'ordered_product',
  'order_mention',
  'order_taken_back',
  'order_owed',
  'order_paid_back',
  'bank_account',
  'bank_statement',
  'bank_arrived',
  'bank_line',
  'bank_allocation',
  'bank_line_order',
  'bank_day',
  'report_fact',
  'report_sum',
  'report_day',
  'report_issued',
]

/**
 * The published tables that do not exist yet: on the very first start, the projections create them.
 */
export const missingReadModels = async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ view: string }>(
    `select view from unnest($1::text[]) view where to_regclass('read.' || view) is null`,
    [views],
  )
  return rows.map(({ view }) => view)
}

/**
 * Resolves once every read model can be queried, however far behind it is; rejects when `signal`
 * aborts.
 */
export const waitForReadModels = async (pool: Pool, signal?: AbortSignal): Promise<void> => {
  while ((await missingReadModels(pool)).length > 0)
    await sleep(100, undefined, signal ? { signal } : {})
}
