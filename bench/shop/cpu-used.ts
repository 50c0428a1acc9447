import { readFile } from 'node:fs/promises'
import type { Pool } from '@strand/event-sourcing/postgres/pool'

/** A tick of `/proc/<pid>/stat`. */
const tickMilliseconds = 10

/**
 * Milliseconds of CPU that this process has used, and on Linux the connections of the role of `pool`
 * too, or of every role: a statement's work is done in Postgres.
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
  // What follows the name of the command, which may hold spaces, begins with field 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [Number(fields[11] ?? 0), Number(fields[12] ?? 0)]
  return user + system
}
