import { type OrderStatus, orderStatuses } from '@strand/contracts/order/status'
import { openConnection, requestText } from '../measuring/http-connection.ts'
import { overHttp, type Sample } from '../measuring/samples.ts'
import type { BenchContext } from './context.ts'

export const listOf = (status: OrderStatus) => `/api${orderStatuses[status].listPath}`

/** What the parts of the bench that only read share: one client, unless they say otherwise. */
export const reading = async ({ shop, seconds }: BenchContext) => {
  const token = await shop.token()
  const withCpu = async (load: { port: number; width: number }, request: string) => {
    const before = await shop.call('cpu')
    const sample = await overHttp({ ...load, seconds }, () => request)
    return { ...sample, cpu: (await shop.call('cpu')) - before }
  }
  const get =
    (path: string, width = 1) =>
    (): Promise<Sample> =>
      withCpu({ port: shop.ports.shop, width }, requestText('GET', path, { token }))
  const bare =
    (path: string, width = 1) =>
    (): Promise<Sample> =>
      withCpu({ port: shop.ports.bare, width }, requestText('GET', path))
  const pageOf = async (path: string): Promise<{ total: number; orderIds: string[] }> => {
    const line = openConnection(shop.ports.shop)
    const { body } = await line.send(requestText('GET', path, { token }))
    line.close()
    const { total, data } = JSON.parse(body).result
    return { total, orderIds: data.map((row: { orderid: string }) => row.orderid) }
  }
  return { get, bare, pageOf }
}
