import { z } from 'zod'
import { CommandAnswer, resultOf } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { pathIdentifier } from '../text.ts'
import { ConfirmationTime, OrderHistory, ReviewOrder, TrackedOrder } from './tracking.ts'

const orderIdParameter = z.object({ orderId: pathIdentifier })

/** The calls that customers make after ordering. */
export const trackingEndpoints = endpoints('Orders', {
  trackOrder: {
    method: 'GET',
    path: '/api/orders/:orderId/track',
    access: 'public',
    summary: 'Track an order, with personal details masked',
    params: orderIdParameter,
    response: { 200: resultOf(TrackedOrder) },
  },
  getOrderHistory: {
    method: 'GET',
    path: '/api/orders/:orderId/history',
    access: 'public',
    summary: 'List the statuses that an order has had',
    params: orderIdParameter,
    response: { 200: resultOf(OrderHistory) },
  },
  reviewOrder: {
    method: 'POST',
    path: '/api/order/:orderId/review',
    access: 'public',
    once: true,
    summary: 'Leave a review of an order',
    params: orderIdParameter,
    body: ReviewOrder,
    response: { 201: CommandAnswer },
  },
  getConfirmationTime: {
    method: 'GET',
    path: '/api/orders/confirmation-time',
    access: 'public',
    summary: 'Get the usual time until an order is confirmed',
    response: { 200: resultOf(ConfirmationTime) },
  },
})
