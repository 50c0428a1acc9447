/**
 * The path of an order's receipt, apart from its endpoint, so that pages need not load the schema.
 */
export const receiptPath = (orderId: string) => `/api/orders/${encodeURIComponent(orderId)}/receipt`
