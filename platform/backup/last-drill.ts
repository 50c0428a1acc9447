import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Metrics } from '../metrics/metrics.ts'

export type DrillOutcome = { whole: boolean; outcome: string; backedUpAt: string }

/** Stores the outcome of a drill, and deletes outcomes that are more than a year old. */
export const keepDrill = async (
  pool: Pool,
  { whole, outcome, backedUpAt }: DrillOutcome,
): Promise<void> => {
  await pool.query(
    `insert into public.drill (ended_at, whole, outcome, backed_up_at)
     values (clock_timestamp(), $1, $2, $3)`,
    [whole, outcome, backedUpAt],
  )
  await pool.query(`delete from public.drill where ended_at < now() - interval '1 year'`)
}

/** `endedAt` is in seconds since 1970; `seconds` is how long ago that was. */
type LastDrill = { seconds: number; endedAt: number; whole: boolean }

const readLast = async (pool: Pool): Promise<LastDrill | null> => {
  const { rows } = await pool.query<LastDrill>(
    `select greatest(0, extract(epoch from clock_timestamp() - ended_at))::float8 as seconds,
            extract(epoch from ended_at)::float8 as "endedAt", whole
       from public.drill order by ended_at desc limit 1`,
  )
  return rows[0] ?? null
}

/** When the last drill was and how it ended, for `/readyz`: `6 h ago, whole`. */
export const describeLastDrill = async (pool: Pool): Promise<string> => {
  const last = await readLast(pool)
  return last ? `${ageOf(last.seconds)} ago, ${last.whole ? 'whole' : 'not whole'}` : 'never'
}

const ageOf = (seconds: number): string => {
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`
  return seconds < 2 * 86_400
    ? `${Math.floor(seconds / 3_600)} h`
    : `${Math.floor(seconds / 86_400)} days`
}

/**
 * Adds the last drill's time and outcome to the metrics. Before the first drill, these have no
 * samples.
 */
export const measureDrills = (metrics: Metrics, pool: Pool): void => {
  metrics.gauges(
    {
      strand_last_drill_timestamp_seconds:
        'When a backup was last restored as a test, in Unix time.',
      strand_last_drill_whole: '1 if that backup was whole, else 0.',
    },
    async () => {
      const last = await readLast(pool)
      return {
        strand_last_drill_timestamp_seconds: last ? [{ value: last.endedAt }] : [],
        strand_last_drill_whole: last ? [{ value: Number(last.whole) }] : [],
      }
    },
  )
}
