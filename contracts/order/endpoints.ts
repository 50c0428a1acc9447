import { CommandAnswer } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { Uploaded } from '../uploads.ts'
import { CreateOrder, OrderCreatedAnswer } from './order.ts'

/** What the order form calls. */
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
})
