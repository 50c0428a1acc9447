import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { pathIdentifier } from '../text.ts'

/**
 * The proof that the log contains the order's first event, in the format of c2sp.org/tlog-proof,
 * with the leaf as its `extra`.
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
