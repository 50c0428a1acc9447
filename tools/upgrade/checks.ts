import pg from 'pg'
import { jsonOf } from './call.ts'
import type { Form } from './form.ts'
import { creation, type Load } from './load.ts'
import type { MailCatcher } from './mail-catcher.ts'
import { recipientOf, type Stock } from './stock.ts'
import { until } from './until.ts'

type Checked = { form: Form; load: Load; stock: Stock; mails: MailCatcher['mails'] }

/** How many orders from before the upgrade are sent again. */
const repeated = 30

export const checkShop = async (
  { form, load, stock, mails }: Checked,
  before: number[],
): Promise<{ problems: string[]; events: number; macsFrom: number | null }> => {
  const { told } = load
  const problems = [...told.unexpected]
  if (before.length === 0) problems.push('No order was acknowledged before the upgrade')
  for (const nth of before.slice(0, repeated)) {
    const { orderId } = jsonOf(await load.request(creation(stock, nth)))
    if (orderId !== told.orders.get(nth))
      problems.push(`Sent again after the upgrade, order ${told.orders.get(nth)} became ${orderId}`)
  }
  problems.push(...(await wrongInLists({ load, stock })))
  problems.push(...(await wrongInMails(told, mails)))
  const log = await readLog(await form.databaseUrl())
  const orders = [...told.orders.values()]
  problems.push(...differences('created in the log', orders, log.created))
  problems.push(...differences('approved in the log', [...told.approved], log.approved))
  await form.verify().catch((error: Error) => problems.push(error.message))
  return { problems, events: log.events, macsFrom: log.macsFrom }
}

/** Acknowledged orders that are missing or doubled, and orders that were never acknowledged. */
export const differences = (what: string, acknowledged: string[], found: string[]): string[] => {
  const times = Map.groupBy(found, (id) => id)
  const asked = new Set(acknowledged)
  return [
    ...acknowledged.flatMap((id) => {
      const count = times.get(id)?.length ?? 0
      return count === 1 ? [] : [`${id} is ${what} ${count} times`]
    }),
    ...[...times.keys()].filter((id) => !asked.has(id)).map((id) => `${id} is ${what}, unasked`),
  ]
}

const wrongInLists = async ({ load, stock }: Pick<Checked, 'load' | 'stock'>) => {
  const { orders, approved, position } = load.told
  const headers = { ...stock.session, 'x-min-position': String(position) }
  const idsIn = async (path: string) => {
    const ids: string[] = []
    for (let page = 1; ; page++) {
      const answer = await load.request({ path: `${path}?page=${page}&results=100`, headers })
      const { data = [], total = 0 } = jsonOf(answer).result ?? {}
      ids.push(...data.map(({ orderid }: { orderid: string }) => orderid))
      if (data.length === 0 || ids.length >= total) return ids
    }
  }
  const pending = [...orders.values()].filter((id) => !approved.has(id))
  return [
    ...differences('listed as pending', pending, await idsIn('/api/admin/orders')),
    ...differences(
      'listed as confirmed',
      [...approved],
      await idsIn('/api/admin/confirmed-orders'),
    ),
  ]
}

/** Each customer must get exactly one email about the order, and one about its approval. */
const wrongInMails = async (
  { orders, approved }: Load['told'],
  mails: MailCatcher['mails'],
): Promise<string[]> => {
  const expected = orders.size + approved.size
  const late = await until('all mails were sent', () => mails.length >= expected).catch(
    ({ message }: Error) => [`${message}: ${mails.length} of ${expected}`],
  )
  return [...(late ?? []), ...wrongMails({ orders, approved }, mails)]
}

/** Customers with a wrong number of emails, or with the same email twice. */
export const wrongMails = (
  { orders, approved }: Pick<Load['told'], 'orders' | 'approved'>,
  mails: MailCatcher['mails'],
): string[] => {
  const of = Map.groupBy(mails, ({ recipient }) => recipient)
  return [...orders].flatMap(([nth, id]) => {
    const ids = of.get(recipientOf(nth))?.map(({ messageId }) => messageId) ?? []
    const due = approved.has(id) ? 2 : 1
    const isRight = ids.length === due && new Set(ids).size === due
    return isRight ? [] : [`${ids.length} mails about ${id}, and ${due} were due: ${ids}`]
  })
}

/** Reads the log as the superuser, once the log has the index from which events have MACs. */
const readLog = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const idsOf = async (type: string) =>
    (
      await client.query<{ id: string }>(
        `select substr(stream, 7) as id from event_log.event where type = $1`,
        [type],
      )
    ).rows.map(({ id }) => id)
  const macsFrom = async () =>
    (
      await client.query<{ from: number }>(
        `select (data ->> 'macsFrom')::int as from from event_log.event where type = 'LogProofBegun'`,
      )
    ).rows[0]?.from ?? null
  try {
    // The log records the index from which events have MACs a minute after the old release's last
    // event.
    const isSaid = async () => (await macsFrom()) !== null
    await until('the log says what its proof rests on', isSaid, { seconds: 180 })
    const { rows } = await client.query(`select count(*)::int as events from event_log.event`)
    return {
      created: await idsOf('OrderCreated'),
      approved: await idsOf('OrderApproved'),
      events: rows[0].events as number,
      macsFrom: await macsFrom(),
    }
  } finally {
    await client.end()
  }
}
