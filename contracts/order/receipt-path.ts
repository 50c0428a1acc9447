/**
 * The path of an order's receipt. It is not in the endpoint's file, so that pages need not load the
 * schema.
 */
export const receiptPath = (orderId: string) => `/api/orders/${encodeURIComponent(orderId)}/receipt`
