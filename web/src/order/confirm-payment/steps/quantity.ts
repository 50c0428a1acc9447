import { SelectedProduct } from '@strand/contracts/order/order-form'

/**
 * Why the typed text is not a valid quantity; null if it is valid. An empty field and 0 are valid,
 * and remove the product.
 */
export const quantityProblem = (typed: string): string | null => {
  const quantity = /^-?[\d.]*$/.test(typed) ? Number(typed) : Number.NaN
  if (quantity === 0) return null
  return SelectedProduct.shape.quantity.safeParse(quantity).error?.issues[0]?.message ?? null
}
