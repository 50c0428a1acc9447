import { Button } from '../../shared/buttons/button.tsx'
import { Field } from '../../shared/fields/field.tsx'
import { NairaInput } from '../../shared/fields/naira-input.tsx'
import { TypedKobo } from '../kobo.tsx'
import type { ChosenOrder } from './allocations.ts'

/** The chosen orders, each with a field for the part of the line that pays for it. */
export const AllocationFields = ({
  chosen,
  nameOf,
  onChange,
}: {
  chosen: ChosenOrder[]
  nameOf: (orderId: string) => string | undefined
  onChange: (chosen: ChosenOrder[]) => void
}) => {
  if (chosen.length === 0) return null
  return (
    <ul className="line-chosen" aria-label="Orders to match">
      {chosen.map((order) => (
        <li key={order.orderId}>
          <AmountField
            order={order}
            name={nameOf(order.orderId)}
            onType={(typed) =>
              onChange(chosen.map((one) => (one === order ? { ...order, typed } : one)))
            }
          />
          <Button onClick={() => onChange(chosen.filter((one) => one !== order))}>
            Remove<span className="for-screen-readers"> order {order.orderId}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

const AmountField = ({
  order: { orderId, typed },
  name,
  onType,
}: {
  order: ChosenOrder
  name: string | undefined
  onType: (typed: string) => void
}) => {
  const parsed = TypedKobo.safeParse(typed)
  return (
    <Field
      label={`For order ${orderId}${name ? `, ${name}` : ''}`}
      error={parsed.success ? undefined : parsed.error.issues[0]?.message}
    >
      {(control) => <NairaInput {...control} inputMode="decimal" value={typed} onType={onType} />}
    </Field>
  )
}
