import { setTimeout as sleep } from 'node:timers/promises'
import { BadSetting } from '@strand/event-sourcing/errors'
import { type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import { type KeyRing, keyId } from './key-ring.ts'
import { checkValueOf } from './personal-data.ts'
import { BrokenBox, openBoxUnder, sealBox } from './sealed-box.ts'

/** Reports how many of the keys have been wrapped again so far. */
export type RotationProgress = (done: number, of: number) => void

const batchSize = 500
/**
 * If keys wrapped with an old master key are left after this many rounds, a service still makes
 * them.
 */
const maxRounds = 5
/** How long to wait if only rows that others have locked are left, in milliseconds. */
const pauseForLocks = 1_000
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Wraps every personal key again with the first master key, while services continue to use the
 * keys. A row is always wrapped by the old key or the new one; a row that an erasure deletes stays
 * deleted. Each batch is committed, so this can be killed and repeated. Returns the number of keys
 * that it wrapped.
 *
 * Throws `BadSetting` if a service still wraps keys with another master key, or if none of the
 * given keys can unwrap a key.
 */
export const rotatePersonalKeys = async (
  pool: Pool,
  masterKey: KeyRing,
  report: RotationProgress = () => {},
): Promise<number> => {
  const wrapperId = keyId(masterKey[0])
  const left = async () => {
    const { rows } = await pool.query<{ left: number }>(
      'select count(*)::int as left from personal_key where wrapped_by is distinct from $1',
      [wrapperId],
    )
    return rows[0]?.left ?? 0
  }
  let done = 0
  for (let round = 0; round < maxRounds; round++) {
    const doneBefore = done
    const toDo = done + (await left())
    if (toDo === done) return finish(pool, masterKey, done)
    report(done, toDo)
    const broken: string[] = []
    let after = firstId
    for (;;) {
      const batch = await wrapBatch(pool, masterKey, after)
      if (batch.last === null) break
      after = batch.last
      done += batch.wrapped
      broken.push(...batch.broken)
      report(done, toDo)
    }
    if (broken.length > 0)
      throw new BadSetting(
        `${broken.length} personal keys (the first is ${broken[0]}) are damaged, or no key in PERSONAL_DATA_KEY opens them. All the others have been wrapped again. Do not delete the old master key yet.`,
      )
    if (done === doneBefore) await sleep(pauseForLocks)
  }
  throw new BadSetting(
    'A service is still wrapping keys with an older PERSONAL_DATA_KEY: start every service with the new key in front, then repeat this.',
  )
}

type Row = { id: string; wrapped: Buffer }
type Batch = { last: string | null; wrapped: number; broken: string[] }

/** One transaction. Leaves rows that others have locked to the next round, to avoid deadlocks. */
const wrapBatch = (pool: Pool, masterKey: KeyRing, after: string): Promise<Batch> =>
  transaction(pool, async (connection) => {
    const [wrapper] = masterKey
    const { rows } = await connection.query<Row>(
      `select id, wrapped from personal_key
       where id > $1 and wrapped_by is distinct from $2
       order by id limit ${batchSize} for update skip locked`,
      [after, keyId(wrapper)],
    )
    const broken: string[] = []
    const anew = rows.flatMap(({ id, wrapped }) => {
      try {
        return { id, wrapped: sealBox(wrapper, id, openBoxUnder(masterKey, id, wrapped)) }
      } catch (error) {
        if (!(error instanceof BrokenBox)) throw error
        broken.push(id)
        return []
      }
    })
    await connection.query(
      `update personal_key one set wrapped = anew.wrapped, wrapped_by = $3
       from unnest($1::uuid[], $2::bytea[]) anew (id, wrapped) where one.id = anew.id`,
      [anew.map(({ id }) => id), anew.map(({ wrapped }) => wrapped), keyId(wrapper)],
    )
    return { last: rows.at(-1)?.id ?? null, wrapped: anew.length, broken }
  })

/** Lets services start with only the new key. */
const finish = async (pool: Pool, masterKey: KeyRing, done: number): Promise<number> => {
  await pool.query(
    `update personal_key_check set value = $1
     where value <> $1 and not exists (select from personal_key where wrapped_by is distinct from $2)`,
    [checkValueOf(masterKey), keyId(masterKey[0])],
  )
  return done
}
