import { Rejected } from '@strand/platform/errors'
import type { Pool } from '@strand/platform/postgres'

export type Names = {
  /**
   * Does `work`, which lets `holder` bear `name`, unless something else of that kind bears it now:
   * then it throws a conflict. Of any number of processes one at a time is in here, per kind.
   *
   * The claim is committed before the work begins, so a process that dies on the way leaves a claim
   * in vain, never a name that is borne twice. `bears` tells, from the log, whether a claim's holder
   * bears the name in truth; what was claimed in vain, or given up since, goes to who asks next.
   */
  claim: <T>(
    claim: { kind: string; name: string; holder: string },
    bears: (holder: string) => Promise<boolean>,
    work: () => Promise<T>,
  ) => Promise<T>
}

/** Names that a person takes for the same are the same. */
export const sameName = (one: string, other: string) => plainName(one) === plainName(other)

const plainName = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

export const openNames = (pool: Pool): Names => {
  // In this process they wait here, so that a crowd does not hold all connections of the pool.
  const queues = new Map<string, Promise<unknown>>()
  const inTurn = <T>(kind: string, work: () => Promise<T>): Promise<T> => {
    const turn = (queues.get(kind) ?? Promise.resolve()).then(work, work)
    queues.set(
      kind,
      turn.catch(() => {}),
    )
    return turn
  }

  return {
    claim: ({ kind, name, holder }, bears, work) =>
      inTurn(kind, () =>
        alone(pool, `name ${kind}`, async () => {
          const plain = plainName(name)
          const { rows } = await pool.query<{ holder: string }>(
            'select holder from name_claim where kind = $1 and name = $2',
            [kind, plain],
          )
          const other = rows.find((row) => row.holder !== holder)?.holder
          if (other && (await bears(other)))
            throw new Rejected('conflict', `There is an active ${kind} named ${name} already`)
          await pool.query(
            `insert into name_claim (kind, name, holder) values ($1, $2, $3)
             on conflict (kind, name) do update set holder = excluded.holder`,
            [kind, plain, holder],
          )
          const result = await work()
          await pool.query(
            'delete from name_claim where kind = $1 and holder = $2 and name <> $3',
            [kind, holder, plain],
          )
          return result
        }),
      ),
  }
}

/** Holds an advisory lock of the database meanwhile; it goes with the connection if we die. */
const alone = async <T>(pool: Pool, lock: string, work: () => Promise<T>): Promise<T> => {
  const connection = await pool.connect()
  let unlocked = false
  try {
    await connection.query('select pg_advisory_lock(hashtext($1))', [lock])
    const result = await work()
    await connection.query('select pg_advisory_unlock(hashtext($1))', [lock])
    unlocked = true
    return result
  } finally {
    // Only a connection that is certain to hold the lock no longer goes back to the pool.
    connection.release(!unlocked)
  }
}
