import type { Query } from './groups.ts'

/**
 * The position of the last event that counts: at the end of a day in Lagos, up to a position, or up
 * to now (`9999-12-31`). An event counts for a day if it, or a later event, was recorded on or
 * before that day. So a day ends at one place in the log, even if clocks were wrong. Null if no
 * event counts.
 */
export const readCut = async (
  query: Query,
  at: { day: string } | { position: bigint },
): Promise<string | null> => {
  const [row] =
    'day' in at
      ? await query<{ cut: string | null }>(
          `select max(last_position)::text as cut from read.report_day where recorded_on <= $1`,
          [at.day],
        )
      : await query<{ cut: string | null }>(
          `select max(position)::text as cut from read.report_fact where position <= $1`,
          [String(at.position)],
        )
  return row?.cut ?? null
}
