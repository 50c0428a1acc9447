import type { Pool } from '@strand/event-sourcing/postgres/pool'

/**
 * The cells of the export of confirmed orders, for `COPY`, which gives the time that Postgres
 * itself needs.
 */
const confirmed = `
  select state.order_id, trim(detail.first_name || ' ' || detail.last_name), detail.address,
    (select string_agg((line ->> 'product') || ' x ' || (line ->> 'quantity'), '||' order by place)
      from jsonb_array_elements(detail.lines) with ordinality lines (line, place)),
    detail.sales, detail.instagram, state.created_at
  from read.order_state state join read.order_detail detail using (order_id)
  where state.status = 'confirmed' order by state.created_at, state.order_id`

/** Seconds of `COPY ... TO STDOUT` to this process, which discards the bytes. */
export const copyOut = async (pool: Pool): Promise<number> => {
  const started = performance.now()
  const connection = await pool.connect()
  try {
    await connection.query('set statement_timeout = 0')
    await connection.query(`copy (${confirmed}) to stdout (format csv)`)
    return (performance.now() - started) / 1000
  } finally {
    connection.release(true)
  }
}
