import { parentPort, workerData } from 'node:worker_threads'
import { parseOrderBody } from './order.body.ts'

/** A thread for one large body: parsing and decoding it would hold up every other request. */
const json = Buffer.from(workerData as Uint8Array).toString('utf8')
try {
  const parsed = parseOrderBody(json)
  const buffers = parsed.attachments.flatMap((attachment) =>
    attachment && 'bytes' in attachment ? [attachment.bytes.buffer as ArrayBuffer] : [],
  )
  parentPort?.postMessage(parsed, buffers)
} catch {
  parentPort?.postMessage(null)
}
