import { interleave, overHttp } from '../measuring/samples.ts'
import { type Row, timeRow } from '../measuring/table.ts'
import type { BenchContext } from './context.ts'

const boundary = 'a-boundary-of-the-bench'

/** A phone's photo as a request's bytes, so that the client need not build a body. */
export const uploadRequest = (photo: Buffer): Buffer => {
  const body = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
    ),
    photo,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const head = [
    'POST /api/uploads HTTP/1.1',
    'Host: bench',
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${body.length}`,
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
}

/** The upload of a 300 kB photo. The floor is decoding and encoding the picture. */
export const uploadPart = async ({
  shop,
  orders,
  seconds,
  turns,
}: BenchContext): Promise<Row[]> => {
  const photo = Buffer.from(await shop.call('photo'), 'base64')
  const request = uploadRequest(photo)
  const { uploaded, encoded } = await interleave(turns, {
    uploaded: () => overHttp({ port: shop.ports.shop, width: 1, seconds }, () => request),
    encoded: () => shop.call('encode', { seconds }),
  })
  const size = Math.round(photo.length / 1000)
  const row = { part: 'upload', what: `a photo of ${size} kB uploaded`, orders }
  const floor = { what: 'the picture decoded and encoded', sample: encoded }
  return [timeRow({ ...row, target: { atMost: 1.3 } }, uploaded, floor, 0.5)]
}
