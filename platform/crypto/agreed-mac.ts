import { lockTransaction } from '@strand/event-sourcing/postgres/advisory-lock'
import { type Connection, type Pool, transaction } from '@strand/event-sourcing/postgres/pool'

/**
 * Which of the HMACs of one text, one under each key, is in use for it; the first one, which the key
 * that writes has made, if none is. While keys are changed, processes disagree about which key is
 * the first: a lock on the text, which is the same for all of them, lets one after the other look and
 * decide. Costs nothing with a single key.
 *
 * @param macs in any one form, as `macsOf` orders them
 * @param find those of them that are in use, with what `remember` wrote among them
 * @param remember writes down that the first one is in use; not called with a single key
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
  // Whatever key comes first to this process, all of them choose the same.
  const [known] = macs.filter((mac) => used.has(mac)).sort()
  if (known !== undefined) return macs.indexOf(known)
  await remember(connection, macs[0] ?? '')
  return 0
}

/** The same in a transaction of its own. */
export const agreeInTransaction = (
  pool: Pool,
  ...[macs, find, remember]: Parameters<typeof agreeOnMac> extends [Connection, ...infer Rest]
    ? Rest
    : never
): Promise<number> =>
  macs.length === 1
    ? Promise.resolve(0)
    : transaction(pool, (connection) => agreeOnMac(connection, macs, find, remember))
