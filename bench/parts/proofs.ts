import { setTimeout as sleep } from 'node:timers/promises'
import type { SampleCatalogue } from '@strand/all-in-one/demo/orders'
import { seededRandom } from '@strand/all-in-one/demo/people'
import { openConnection } from '../measuring/http-connection.ts'
import { interleave, type Sample } from '../measuring/samples.ts'
import { type Row, timeRow } from '../measuring/table.ts'
import { openShopProcess } from '../shop/open-shop-process.ts'
import { orderRequest } from './create.ts'
import { uploadRequest } from './upload.ts'

/** Milliseconds from one customer to the next: ten in a second keep the reader busy all the time. */
const pause = 100

/**
 * The last step of the form, a photo uploaded and the order confirmed, while the proofs of others are
 * read; the floor is the same shop with READ_PROOFS=off. Each turn starts the shop anew, so that no
 * proof of one turn is read in another.
 */
export const proofsPart = async (
  folder: string,
  { catalogue, orders, seconds, turns }: Options,
): Promise<Row[]> => {
  const random = seededRandom(turns)
  // Longer than other turns, or the p99 would be the luck of one form.
  const length = seconds * 10
  const submit = async (readProofs: 'on' | 'off'): Promise<Sample> => {
    const shop = await openShopProcess(folder, { settings: { READ_PROOFS: readProofs } })
    const photo = uploadRequest(Buffer.from(await shop.call('photo'), 'base64'))
    const line = openConnection(shop.ports.shop)
    const times: number[] = []
    const began = performance.now()
    try {
      for (let next = began; next < began + length * 1000; next += pause) {
        await sleep(Math.max(0, next - performance.now()))
        const started = performance.now()
        const uploaded = await line.send(photo)
        const { fileUid } = JSON.parse(uploaded.body)
        const { status } = await line.send(orderRequest(random, catalogue, String(fileUid)))
        if (status !== 201) throw new Error(`an order was answered with ${status}`)
        times.push(performance.now() - started)
      }
    } finally {
      line.close()
      await shop.stop()
    }
    return { times, seconds: length }
  }
  const { reading, without } = await interleave(turns, {
    reading: () => submit('on'),
    without: () => submit('off'),
  })
  const row = { part: 'proofs', what: 'a form while proofs are read', orders }
  return [
    timeRow({ ...row, target: { atMost: 1.25 } }, reading, {
      what: 'READ_PROOFS=off',
      sample: without,
    }),
  ]
}

type Options = { catalogue: SampleCatalogue; orders: number; seconds: number; turns: number }
