import { seededRandom } from '@strand/all-in-one/demo/people'
import { type OrderStatus, orderStatuses } from '@strand/contracts/order/status'
import { openConnection, requestText } from '../measuring/http-connection.ts'
import { overHttp, type Sample } from '../measuring/samples.ts'
import type { BenchContext } from './context.ts'

const random = seededRandom(815)

export const listOf = (status: OrderStatus) => `/api${orderStatuses[status].listPath}`

/** The calls that the reading parts share: by one client, unless a part says otherwise. */
export const reading = async ({ shop, seconds }: BenchContext) => {
  const token = await shop.token()
  const withCpu = async (load: { port: number; width: number }, request: () => string) => {
    const before = await shop.call('cpu')
    const sample = await overHttp({ ...load, seconds }, request)
    return { ...sample, cpu: (await shop.call('cpu')) - before }
  }
  const get = (path: string | (() => string), width = 1) => {
    const requestOf = (one: string) => requestText('GET', one, { token })
    const request = typeof path === 'string' ? () => requestOf(path) : () => requestOf(path())
    return (): Promise<Sample> => withCpu({ port: shop.ports.shop, width }, request)
  }
  const bare = (path: string, width = 1) => {
    const request = requestText('GET', path)
    return (): Promise<Sample> => withCpu({ port: shop.ports.bare, width }, () => request)
  }
  const pageOf = async (path: string): Promise<{ total: number; orderIds: string[] }> => {
    const line = openConnection(shop.ports.shop)
    const { body } = await line.send(requestText('GET', path, { token }))
    line.close()
    const { total, data } = JSON.parse(body).result
    return { total, orderIds: data.map((row: { orderid: string }) => row.orderid) }
  }
  const lastPage = async (path: string) => Math.max(1, Math.ceil((await pageOf(path)).total / 10))
  /** A random page from the middle half, so that hardly any answer is cached. */
  const middlePage = async (path: string) => {
    const last = await lastPage(path)
    const page = () => Math.ceil((last * (1 + 2 * random())) / 4)
    return () => `${path}?page=${page()}`
  }
  return { get, bare, pageOf, lastPage, middlePage }
}
