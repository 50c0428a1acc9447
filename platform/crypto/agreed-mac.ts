import { lockTransaction } from '@strand/event-sourcing/postgres/advisory-lock'
import { type Connection, type Pool, transaction } from '@strand/event-sourcing/postgres/pool'

/**
 * Returns which of a text's HMACs, one per key, is in use; if none is, the first one, made with the
 * key that writes. During a change of keys, processes disagree about which key is the first, so a
 * lock on the text, which is the same for all, makes them decide one after another. Costs nothing
 * if there is a single key.
 *
 * @param macs in any form, in the order of `macsOf`
 * @param find returns which of them are in use, including those that `remember` stored
 * @param remember stores that the first one is in use; not called if there is a single key
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
  // All processes choose the same one, whichever key comes first for them.
  const [known] = macs.filter((mac) => used.has(mac)).sort()
  if (known !== undefined) return macs.indexOf(known)
  await remember(connection, macs[0] ?? '')
  return 0
}

/** Runs `agreeOnMac` in its own transaction. */
export const agreeInTransaction = (
  pool: Pool,
  ...[macs, find, remember]: Parameters<typeof agreeOnMac> extends [Connection, ...infer Rest]
    ? Rest
    : never
): Promise<number> =>
  macs.length === 1
    ? Promise.resolve(0)
    : transaction(pool, (connection) => agreeOnMac(connection, macs, find, remember))
