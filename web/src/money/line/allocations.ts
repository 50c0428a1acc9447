import type { OfferedOrder } from '@strand/contracts/money/bank-line'
import { formatKobo } from '@strand/contracts/money/kobo'
import type { OrderRow } from '@strand/contracts/order/staff'
import { z } from 'zod'
import { TypedKobo, typedKobo } from '../kobo.tsx'

/**
 * An order that the line should pay for, and the amount as typed. This type contains no personal
 * data, because drafts store it.
 */
export type ChosenOrder = { orderId: string; typed: string }

const koboOf = (typed: string): number => TypedKobo.safeParse(typed).data ?? 0

export const sumOf = (chosen: readonly ChosenOrder[]): number =>
  chosen.reduce((sum, { typed }) => sum + koboOf(typed), 0)

/** The amount that the order still needs, but at most what is left of the line. */
export const allocationOf = (
  { orderId, dueKobo }: Pick<OfferedOrder, 'orderId' | 'dueKobo'>,
  left: number,
): ChosenOrder => ({ orderId, typed: typedKobo(Math.min(dueKobo, left)) })

/** The order's total, but at most what is left of the line. */
export const allocationFor = (
  { orderid, total }: Pick<OrderRow, 'orderid' | 'total'>,
  left: number,
): ChosenOrder => {
  const kobo = Math.min(total * 100, Math.max(left, 0))
  return { orderId: orderid, typed: kobo > 0 ? typedKobo(kobo) : '' }
}

/** The schema of the chosen orders. Their amounts may add up to at most `free` kobo. */
export const chosenAllocations = (free: number) =>
  z.object({
    orders: z
      .array(
        z
          .object({ orderId: z.string(), typed: TypedKobo })
          .transform(({ orderId, typed }) => ({ orderId, amountKobo: typed })),
      )
      .min(1, 'Please choose an order')
      .refine(
        (parts) => parts.reduce((sum, { amountKobo }) => sum + amountKobo, 0) <= free,
        `The line has ${formatKobo(free)} left`,
      ),
  })
