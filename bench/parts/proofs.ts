import type { SampleCatalogue } from '@strand/all-in-one/demo/orders'
import { seededRandom } from '@strand/all-in-one/demo/people'
import { type Connection, openConnection } from '../measuring/http-connection.ts'
import { interleave, repeatedly, type Sample } from '../measuring/samples.ts'
import { type Row, timeRow } from '../measuring/table.ts'
import { openShopProcess } from '../shop/open-shop-process.ts'
import { orderRequest } from './create.ts'
import { uploadRequest } from './upload.ts'

const widths = [1, 8]

/**
 * The form's last step, which uploads a photo and confirms the order, while many proofs wait to be
 * read. The floor is the same shop with READ_PROOFS=off. Each turn starts a new shop, so that no
 * turn reads another's proofs.
 */
export const proofsPart = async (
  folder: string,
  { catalogue, orders, seconds, turns, waitingProofs }: Options,
): Promise<Row[]> => {
  const random = seededRandom(turns)
  // A turn here is longer than in other parts; otherwise the p99 would depend on one form's luck.
  const length = seconds * 5
  const submit = async (readProofs: 'on' | 'off', width: number): Promise<Sample> => {
    const shop = await openShopProcess(folder, { settings: { READ_PROOFS: readProofs } })
    const photo = uploadRequest(Buffer.from(await shop.call('photo'), 'base64'))
    const lines = Array.from({ length: width }, () => openConnection(shop.ports.shop))
    const order = async (line: Connection) => {
      const uploaded = await line.send(photo)
      const { fileUid } = JSON.parse(uploaded.body)
      const { status } = await line.send(orderRequest(random, catalogue, String(fileUid)))
      if (status !== 201) throw new Error(`an order was answered with ${status}`)
    }
    try {
      for (let nth = 0; nth < waitingProofs; nth += width) await Promise.all(lines.map(order))
      return await repeatedly({ width, seconds: length }, (nth) => order(lines[nth] as Connection))
    } finally {
      for (const line of lines) line.close()
      await shop.stop()
    }
  }
  const rows: Row[] = []
  for (const width of widths) {
    const { reading, without } = await interleave(turns, {
      reading: () => submit('on', width),
      without: () => submit('off', width),
    })
    const row = {
      part: 'proofs',
      what: `a form while ${waitingProofs} proofs wait, ${width === 1 ? 'one customer' : `${width} at once`}`,
      orders,
    }
    const floor = { what: 'READ_PROOFS=off', sample: without }
    rows.push(
      timeRow({ ...row, what: `${row.what}, p50`, target: { atMost: 1.15 } }, reading, floor, 0.5),
      timeRow({ ...row, what: `${row.what}, p99`, target: { atMost: 1.25 } }, reading, floor),
    )
  }
  return rows
}

type Options = {
  catalogue: SampleCatalogue
  orders: number
  seconds: number
  turns: number
  waitingProofs: number
}
