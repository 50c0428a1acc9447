import { readFile } from 'node:fs/promises'
import type { Pool } from '@strand/event-sourcing/postgres/pool'

/** Milliseconds per tick in `/proc/<pid>/stat`. */
const tickMilliseconds = 10

/**
 * The CPU milliseconds of this process. On Linux, Postgres' own for the connections of `pool`'s
 * role, or of every role, are added, because Postgres does the work of a query.
 */
export const cpuUsed = async (
  pool: Pool,
  of: 'its role' | 'every role' = 'its role',
): Promise<number> => {
  const { user, system } = process.cpuUsage()
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where backend_type = $1 and (usename = current_user or $2)',
    ['client backend', of === 'every role'],
  )
  const ticks = await Promise.all(rows.map(({ pid }) => ticksOf(pid)))
  return (user + system) / 1000 + ticks.reduce((sum, one) => sum + one, 0) * tickMilliseconds
}

const ticksOf = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The fields after the command's name, which can contain spaces, begin with field 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [Number(fields[11] ?? 0), Number(fields[12] ?? 0)]
  return user + system
}
