import { SelectedProduct } from '@strand/contracts/order/order-form'

/** Why typed text is not a quantity, or null. An empty field or 0 means that the product is not wanted. */
export const quantityProblem = (typed: string): string | null => {
  const quantity = /^-?[\d.]*$/.test(typed) ? Number(typed) : Number.NaN
  if (quantity === 0) return null
  return SelectedProduct.shape.quantity.safeParse(quantity).error?.issues[0]?.message ?? null
}
