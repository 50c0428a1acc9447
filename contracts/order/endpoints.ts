import { z } from 'zod'
import { CommandAnswer, resultOf } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { identifier, pathIdentifier } from '../text.ts'
import { Uploaded } from '../uploads.ts'
import {
  CreateOrder,
  OrderCreatedAnswer,
  OrderHistory,
  ReviewOrder,
  TrackedOrder,
} from './order.ts'
import { OrderStatusOption } from './status.ts'

const orderIdParameter = z.object({ orderId: pathIdentifier })
const text = identifier(400)

/** What customers call. */
export const orderEndpoints = endpoints('Orders', {
  createOrder: {
    ...{ method: 'POST', path: '/api/create-order', access: 'public' },
    summary: 'Create an order with its proofs of payment',
    ...{ body: CreateOrder, response: { 201: OrderCreatedAnswer } },
  },
  uploadProof: {
    ...{ method: 'POST', path: '/api/uploads', access: 'public' },
    summary: 'Upload a proof of payment, in the multipart field `file`',
    response: { 201: CommandAnswer.extend(Uploaded.shape) },
  },
  trackOrder: {
    ...{ method: 'GET', path: '/api/orders/:orderId/track', access: 'public' },
    summary: 'Track an order, with personal details masked',
    ...{ params: orderIdParameter, response: { 200: resultOf(TrackedOrder) } },
  },
  getOrderHistory: {
    ...{ method: 'GET', path: '/api/orders/:orderId/history', access: 'public' },
    summary: 'List the statuses that an order has had',
    ...{ params: orderIdParameter, response: { 200: resultOf(OrderHistory) } },
  },
  listOrderStatuses: {
    ...{ method: 'GET', path: '/api/orders/status', access: 'public' },
    summary: 'List the statuses that an order can have',
    response: { 200: resultOf(z.array(OrderStatusOption)) },
  },
  reviewOrder: {
    ...{ method: 'POST', path: '/api/order/:orderId/review', access: 'public' },
    summary: 'Review an order',
    ...{ params: orderIdParameter, body: ReviewOrder, response: { 201: CommandAnswer } },
  },
  getProofFile: {
    ...{ method: 'GET', path: '/api/files/:key', access: 'public' },
    summary: 'Download a proof of payment by a signed link',
    params: z.object({ key: pathIdentifier }),
    query: z.object({
      type: text.default(''),
      name: text.optional(),
      expires: text.default(''),
      signature: text.default(''),
    }),
    streams: ['image/png', 'image/jpeg', 'application/pdf'],
  },
})
