import { SelectedProduct } from '@strand/contracts/order/order-form'

/** Why typed text is not a quantity; null if it is one. An empty field or 0 removes the product. */
export const quantityProblem = (typed: string): string | null => {
  const quantity = /^-?[\d.]*$/.test(typed) ? Number(typed) : Number.NaN
  if (quantity === 0) return null
  return SelectedProduct.shape.quantity.safeParse(quantity).error?.issues[0]?.message ?? null
}
