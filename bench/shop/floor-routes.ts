import type { AddressInfo } from 'node:net'
import { OrderListQuery } from '@strand/contracts/order/staff'
import type { OrderStatus } from '@strand/contracts/order/status'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { orderList } from '@strand/query-api/order/lists/list'
import Fastify from 'fastify'

/** The arguments of a query: a text, or an object with a name. */
type Statement = [query: unknown, values?: unknown[]]

const keptTotal = 1_000_000
const leanPage = (order: 'asc' | 'desc') => `
  select * from read.order_state where status = $1
  order by created_at ${order}, order_id ${order} limit 10`
const leanHistory = 'select order_id, steps from read.order_state where order_id = $1'

/**
 * The floors of the reads: a bare Fastify over the shop's pool. `/page` runs the list's query, and
 * returns its rows unchanged. `/lean` has the least cost of a page or a history: one prepared query
 * for ten rows by index, or for one row by key, and a stored total.
 */
export const openBareRoutes = async (pool: Pool) => {
  const app = Fastify()
  const statements = new Map<string, Promise<Statement>>()

  app.get('/one', async () => {
    const { rows } = await pool.query('select count from read.order_count where status = $1', [
      'pending',
    ])
    return rows
  })
  app.get<{ Querystring: { status: OrderStatus; page: string } }>('/page', async ({ query }) => {
    const key = `${query.status} ${query.page}`
    const asked = statements.get(key) ?? statementOf(query.status, query.page)
    statements.set(key, asked)
    const { rows } = await pool.query(...((await asked) as [string, unknown[]]))
    return rows
  })
  app.get<{ Querystring: { status: OrderStatus; order: 'asc' | 'desc' } }>(
    '/lean/page',
    async ({ query: { status, order } }) => {
      const statement = { name: `lean ${order}`, text: leanPage(order), values: [status] }
      const { rows } = await pool.query(statement)
      return { result: { data: rows, total: keptTotal } }
    },
  )
  app.get<{ Params: { orderId: string } }>('/lean/history/:orderId', async ({ params }) => {
    const values = [params.orderId]
    const { rows } = await pool.query({ name: 'lean history', text: leanHistory, values })
    return { result: rows[0] }
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { port, close: () => app.close() }
}

/** The list's query, from a pool that only records queries. */
const statementOf = async (status: OrderStatus, page: string): Promise<Statement> => {
  const recorded: Statement[] = []
  const recordingPool = {
    query: async (...statement: Statement) => {
      recorded.push(statement)
      return { rows: [] }
    },
  }
  await orderList(
    {
      pool: recordingPool as unknown as Pool,
      tokenSecret: keyRing(Buffer.alloc(32)),
      now: () => new Date(),
    },
    status,
    OrderListQuery.parse({ page }),
  )
  const [first] = recorded
  if (!first || recorded.length > 1) throw new Error('a page by date takes one statement')
  return first
}
