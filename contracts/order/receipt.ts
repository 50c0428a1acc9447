import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { pathIdentifier } from '../text.ts'

/**
 * The proof that the log has the order's first event (c2sp.org/tlog-proof); `extra` is the leaf.
 */
export const receiptEndpoints = endpoints('Orders', {
  getOrderReceipt: {
    method: 'GET',
    path: '/api/orders/:orderId/receipt',
    access: 'public',
    summary: 'Get the proof that an order is in the event log, as a file',
    params: z.object({ orderId: pathIdentifier }),
    streams: ['text/plain'],
  },
})
