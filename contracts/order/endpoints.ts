import { endpoints } from '../endpoint.ts'
import {
  CreateOrder,
  IssuePaymentCode,
  OrderCreatedAnswer,
  PaymentCodeAnswer,
} from './order-form.ts'

/** The calls that the order form makes. */
export const orderEndpoints = endpoints('Orders', {
  createOrder: {
    method: 'POST',
    path: '/api/create-order',
    access: 'public',
    summary: 'Create an order with its proofs of payment',
    body: CreateOrder,
    response: { 201: OrderCreatedAnswer },
  },
  issuePaymentCode: {
    method: 'POST',
    path: '/api/payment-codes',
    access: 'public',
    summary: 'Issue a payment code for a transfer',
    body: IssuePaymentCode,
    response: { 201: PaymentCodeAnswer },
  },
})
