import type { Connection } from '@strand/event-sourcing/postgres/pool'

// The statements of the sign-in throttle. Each is atomic across all processes.

const windowMinutes = 15
/**
 * After this many password checks within the window, only one check per `pauseSeconds` is allowed.
 */
const freeChecks = 10
const pauseSeconds = 30
/**
 * How many checks are stored: enough that ten remain after correct passwords have removed theirs.
 */
const rememberedChecks = 3 * freeChecks

const window = `$now::timestamptz - make_interval(mins => ${windowMinutes})`
const numbered = (sql: string, now: string) => sql.replaceAll('$now', now)

const countFailureSql = numbered(
  `insert into sign_in_failure as known (subject, source, failures, first_at)
   values ($1, $2, 1, $now)
   on conflict (subject, source) do update set
     failures = case when known.first_at > ${window} then known.failures + 1 else 1 end,
     first_at = case when known.first_at > ${window} then known.first_at else $now end
   where known.first_at <= ${window} or known.failures < $4`,
  '$3',
)

/** Counts a failure; from `maximum` failures on, returns how many seconds to wait. */
export const countFailure = async (
  connection: Connection,
  subject: Buffer,
  source: Buffer,
  now: Date,
  maximum: number,
): Promise<{ wait: number | null }> => {
  const { rowCount } = await connection.query(countFailureSql, [subject, source, now, maximum])
  if (rowCount === 1) return { wait: null }
  const { rows } = await connection.query<{ wait: number }>(
    `select extract(epoch from first_at + make_interval(mins => ${windowMinutes}) - $3)::float8 as wait
     from sign_in_failure where subject = $1 and source = $2`,
    [subject, source, now],
  )
  return { wait: rows[0]?.wait ?? 1 }
}

export const uncountFailure = async (connection: Connection, subject: Buffer, source: Buffer) => {
  await connection.query(
    `update sign_in_failure set failures = failures - 1
     where subject = $1 and source = $2 and failures > 0`,
    [subject, source],
  )
}

export const clearFailures = async (connection: Connection, subject: Buffer, source: Buffer) => {
  await connection.query('delete from sign_in_failure where subject = $1 and source = $2', [
    subject,
    source,
  ])
}

// Times never go back, even if the processes' clocks disagree.
const countCheckSql = numbered(
  `insert into sign_in_look as known (subject, looks, last_at) values ($1, array[$now::timestamptz], $now)
   on conflict (subject) do update set
     looks = (greatest($now, known.last_at) || known.looks)[1:${rememberedChecks}],
     last_at = greatest($now, known.last_at)
   where known.looks[${freeChecks}] is null or known.looks[${freeChecks}] <= ${window}
     or known.looks[1] <= $now::timestamptz - make_interval(secs => ${pauseSeconds})
   returning looks[1] as at, coalesce(looks[${freeChecks}] > ${window}, false) as slowed`,
  '$2',
)

type CountedCheck = { wait: null; at: Date; slowed: boolean } | { wait: number }

/** Records the check of a password for this address, or returns how many seconds to wait. */
export const countCheck = async (
  connection: Connection,
  subject: Buffer,
  now: Date,
): Promise<CountedCheck> => {
  const { rows } = await connection.query<{ at: Date; slowed: boolean }>(countCheckSql, [
    subject,
    now,
  ])
  if (rows[0]) return { wait: null, ...rows[0] }
  const last = await connection.query<{ wait: number }>(
    `select extract(epoch from looks[1] + make_interval(secs => ${pauseSeconds}) - $2)::float8 as wait
     from sign_in_look where subject = $1`,
    [subject, now],
  )
  return { wait: last.rows[0]?.wait ?? 1 }
}

/** Removes a recorded check, because the password was right or the check did not run. */
export const uncountCheck = async (connection: Connection, subject: Buffer, at: Date) => {
  await connection.query(
    `update sign_in_look set looks = array(
       select one.at from unnest(looks) with ordinality as one (at, place)
       where place <> array_position(looks, $2::timestamptz) order by place)
     where subject = $1 and $2::timestamptz = any(looks)`,
    [subject, at],
  )
}

export const clearAddress = async (connection: Connection, subjects: Buffer[]) => {
  await connection.query('delete from sign_in_failure where subject = any($1)', [subjects])
  await connection.query('delete from sign_in_look where subject = any($1)', [subjects])
}

/** The subjects with counts, in hexadecimal. */
export const countedSubjects = async (
  connection: Connection,
  subjects: Buffer[],
): Promise<string[]> => {
  const { rows } = await connection.query<{ subject: string }>(
    `select encode(subject, 'hex') as subject from sign_in_failure where subject = any($1)
     union select encode(subject, 'hex') from sign_in_look where subject = any($1)`,
    [subjects],
  )
  return rows.map(({ subject }) => subject)
}
