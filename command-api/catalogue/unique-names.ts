import { withoutUnseen } from '@strand/contracts/characters'
import { openKeyedMutex } from '@strand/event-sourcing/async/mutex'
import { conflict } from '@strand/event-sourcing/errors'
import { withAdvisoryLock } from '@strand/event-sourcing/postgres/advisory-lock'
import type { Pool } from '@strand/event-sourcing/postgres/pool'

export type UniqueNames = {
  /**
   * Runs `work`, which claims a name before giving it to `holder`. A claim throws a conflict if
   * another thing of that kind has the name. Across all processes, one call per kind runs at a
   * time.
   *
   * A claim is committed when its promise resolves, before the name is given. So a process that
   * dies in between leaves an unused claim, but never two things with the same name. `hasName`
   * checks in the log whether the holder of a claim really has the name. An unused or abandoned
   * claim goes to the next caller.
   */
  reserve: <T>(
    claimant: { kind: string; holder: string },
    hasName: (holder: string, name: string) => Promise<boolean>,
    work: (claim: (name: string) => Promise<void>) => Promise<T>,
  ) => Promise<T>
}

/** Names that look the same to people count as the same. */
export const isSameName = (one: string, other: string) =>
  normalizeName(one) === normalizeName(other)

const normalizeName = (name: string) =>
  withoutUnseen(name.normalize('NFKC')).trim().replace(/\s+/g, ' ').toLowerCase()

export const openUniqueNames = (pool: Pool): UniqueNames => {
  // Calls in this process queue here, so that many at once cannot take up all of the pool's
  // connections.
  const mutex = openKeyedMutex()
  return {
    reserve: ({ kind, holder }, hasName, work) =>
      mutex.runExclusive(kind, () =>
        withAdvisoryLock(pool, `name ${kind}`, async () => {
          let claimed: string | null = null
          const result = await work(async (name) => {
            const plain = normalizeName(name)
            const { rows } = await pool.query<{ holder: string }>(
              'select holder from name_claim where kind = $1 and name = $2',
              [kind, plain],
            )
            const other = rows.find((row) => row.holder !== holder)?.holder
            if (other && (await hasName(other, name)))
              throw conflict(`An active ${kind} named ${name} already exists`)
            await pool.query(
              `insert into name_claim (kind, name, holder) values ($1, $2, $3)
               on conflict (kind, name) do update set holder = excluded.holder`,
              [kind, plain, holder],
            )
            claimed = plain
          })
          if (claimed !== null)
            await pool.query(
              'delete from name_claim where kind = $1 and holder = $2 and name <> $3',
              [kind, holder, claimed],
            )
          return result
        }),
      ),
  }
}
