import { paymentCodeOf } from '../../../contracts/order/payment-code.ts'
import { formOf } from './form.ts'
import { askUntilAnswered } from './people.ts'
import type { Simulation } from './simulation.ts'

export const codeOfCustomer = (customer: number) => paymentCodeOf(1_000 + customer * 77)

/** A customer who sends the form until it is accepted. Returns the order's id. */
export const placeOrder = async (simulation: Simulation, customer: number): Promise<string> => {
  const { world, told, acknowledged } = simulation
  const form = formOf(world.dice, customer, codeOfCustomer(customer))
  const key = `form-${customer}`
  const answers = await askUntilAnswered(simulation, (api) => api.place(form, key))
  const ids = told.get(key) ?? new Set()
  told.set(key, ids)
  for (const one of answers) {
    if ('refusal' in one) {
      world.mustNot(`an order is refused: ${one.refusal.message}`)
      continue
    }
    const { orderId, position } = one.answer
    world.note(() => `customer ${customer} is told of order ${orderId}`)
    ids.add(orderId)
    acknowledged.push({
      stream: `order-${orderId}`,
      position,
      what: `the form of customer ${customer}`,
    })
  }
  return [...ids][0] ?? ''
}
