import { lockTransaction } from '@strand/event-sourcing/postgres/advisory-lock'
import { type Connection, type Pool, transaction } from '@strand/event-sourcing/postgres/pool'

/**
 * Lets all processes use the same HMAC of a text, although it has one HMAC per key, and processes
 * disagree about the first key while keys are being changed. Returns the index in `macs` of the
 * HMAC that is already in use; if none is, returns 0. With several keys, a lock on the text lets
 * the processes choose one after another.
 *
 * @param macs in any form, in the order of `macsOf`
 * @param find returns the HMACs in use, including those that `remember` stored
 * @param remember stores that the first HMAC is in use; not called for a single key
 */
export const agreeOnMac = async (
  connection: Connection,
  macs: readonly string[],
  find: (connection: Connection) => Promise<string[]>,
  remember: (connection: Connection, mac: string) => Promise<unknown> = async () => {},
): Promise<number> => {
  if (macs.length === 1) return 0
  const [name = ''] = macs.toSorted()
  await lockTransaction(connection, `strand mac ${name}`, 'hashtextextended')
  const used = new Set(await find(connection))
  // All processes choose the same HMAC, whatever their first key.
  const [known] = macs.filter((mac) => used.has(mac)).sort()
  if (known !== undefined) return macs.indexOf(known)
  await remember(connection, macs[0] ?? '')
  return 0
}

export const agreeInTransaction = (
  pool: Pool,
  ...[macs, find, remember]: Parameters<typeof agreeOnMac> extends [Connection, ...infer Rest]
    ? Rest
    : never
): Promise<number> =>
  macs.length === 1
    ? Promise.resolve(0)
    : transaction(pool, (connection) => agreeOnMac(connection, macs, find, remember))
