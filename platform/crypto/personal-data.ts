import { BadSetting, unavailable } from '@strand/event-sourcing/errors'
import type { JsonObject } from '@strand/event-sourcing/event-store/event-store'
import { storableJson } from '@strand/event-sourcing/event-store/storable'
import { migrate } from '@strand/event-sourcing/postgres/migrate'
import type { Connection, Pool } from '@strand/event-sourcing/postgres/pool'
import { keyId as idOf, isMacOf, type KeyRing, macOf } from './key-ring.ts'
import { type KeyStock, type KeyStockOptions, openKeyStock, type PersonalKey } from './key-stock.ts'
import { keyBytes, openBox, openBoxUnder, sealBox } from './sealed-box.ts'

/** Personal data in an event; `contracts/envelope.ts` has the same type for browsers. */
export type Sealed = { keyId: string; box: string }

export type PersonalData = KeyStock & {
  /** The key of a known subject, to seal more data; null if it was erased. */
  load: (keyId: string) => Promise<PersonalKey | null>
  /**
   * Throws `Rejected('invalid')` for text that a database cannot store: a reader could not store
   * the opened data either.
   */
  seal: (key: PersonalKey, data: JsonObject) => Sealed
  /**
   * Opens any number of boxes with one statement, in the given order; null for a box with an erased
   * key. Throws `BrokenBox` for an altered box, and `Rejected('unavailable')` for a key that this
   * process cannot unwrap, because its master key is missing here.
   */
  open: (sealed: Sealed[]) => Promise<(JsonObject | null)[]>
  /**
   * Destroys a key, so that data sealed with it can never be read again. Safe to repeat. Runs in
   * the transaction of the given connection, if any.
   */
  erase: (keyId: string, connection?: Connection) => Promise<void>
}

/**
 * Seals personal data with a key for each subject (AES-256-GCM). The shop's master key wraps these
 * keys in the table `personal_key`, outside the event log. Throws `BadSetting` if a key in the
 * table is wrapped by a master key that is missing. See decision 030.
 *
 * @param options.masterKey `PERSONAL_DATA_KEY`: the first key wraps, all of them unwrap
 */
export const openPersonalData = async (options: KeyStockOptions): Promise<PersonalData> => {
  const { pool, masterKey } = options
  if (masterKey.some(({ length }) => length !== keyBytes))
    throw new TypeError(`expected a master key of ${keyBytes} bytes`)
  await migrate(pool, 'personal-data', new URL('./migrations/', import.meta.url))
  await checkMasterKeys(pool, masterKey)

  const stock = openKeyStock(options)

  const ids = masterKey.map(idOf)
  const unwrap = ({ id, wrapped, wrappedBy }: WrappedKey): PersonalKey => {
    if (wrappedBy && !ids.some((one) => one.equals(wrappedBy))) throw unavailable(missingKey)
    return { id, key: openBoxUnder(masterKey, id, wrapped) }
  }
  const keysOf = async (ids: string[]): Promise<Map<string, PersonalKey>> => {
    const { rows } = await pool.query<WrappedKey>({
      name: 'personal keys',
      text: `select id, wrapped, wrapped_by as "wrappedBy"
               from personal_key where id = any($1::uuid[])`,
      values: [ids],
    })
    return new Map(rows.map((row) => [row.id, unwrap(row)]))
  }

  return {
    take: stock.take,
    load: async (keyId) => (await keysOf([keyId])).get(keyId) ?? null,
    seal: ({ id, key }, data) => ({
      keyId: id,
      box: sealBox(key, id, Buffer.from(storableJson(data, 'personal data'))).toString('base64'),
    }),
    open: async (sealed) => {
      if (sealed.length === 0) return []
      const keys = await keysOf([...new Set(sealed.map(({ keyId }) => keyId))])
      return sealed.map(({ keyId, box }) => {
        const key = keys.get(keyId)
        if (!key) return null
        return JSON.parse(openBox(key.key, keyId, Buffer.from(box, 'base64')).toString())
      })
    },
    erase: async (keyId, connection) => {
      await (connection ?? pool).query('delete from personal_key where id = $1', [keyId])
    },
    close: stock.close,
  }
}

const checkedText = 'strand personal_key'

type WrappedKey = { id: string; wrapped: Buffer; wrappedBy: Buffer | null }

/** The data is intact: this process was started before the newest key was added to its setting. */
const missingKey = 'A key of PERSONAL_DATA_KEY that this process was not started with'

export const checkValueOf = (masterKey: KeyRing): Buffer => macOf(masterKey, checkedText)

const checkMasterKeys = async (pool: Pool, masterKey: KeyRing) => {
  const stored =
    (await readCheck(pool)) ??
    // If two processes start at the same time, the second reads what the first has written.
    (await pool
      .query('insert into personal_key_check (value) values ($1) on conflict do nothing', [
        checkValueOf(masterKey),
      ])
      .then(() => readCheck(pool)))
  assertMasterKey(masterKey, stored)
  const { rowCount } = await pool.query(
    'select from personal_key where wrapped_by <> all($1::bytea[]) limit 1',
    [masterKey.map(idOf)],
  )
  if (rowCount !== 0)
    throw new BadSetting(
      'PERSONAL_DATA_KEY lacks a key that still wraps personal data: add it again, after the others, and run "npm run keys -- rotate" before you leave it out.',
    )
}

/**
 * Throws `BadSetting` unless one of the keys has sealed the shop's data.
 *
 * @param check the value in `personal_key_check`
 * @param of where the check is from, for the error
 */
export const assertMasterKey = (
  masterKey: KeyRing,
  check: Buffer | undefined,
  of = 'this database',
): void => {
  if (!check || !isMacOf(masterKey, checkedText, check))
    throw new BadSetting(
      `PERSONAL_DATA_KEY is not the key that ${of} was made with: personal data could not be read. Start with the right key; to change it, give both, the new one first.`,
    )
}

const readCheck = async (pool: Pool): Promise<Buffer | undefined> => {
  const { rows } = await pool.query<{ value: Buffer }>('select value from personal_key_check')
  return rows[0]?.value
}
