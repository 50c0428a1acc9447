/**
 * The path of an order's receipt; separate from the endpoint, so that no page loads a schema for
 * it.
 */
export const receiptPath = (orderId: string) => `/api/orders/${encodeURIComponent(orderId)}/receipt`
