import { CreateLocation } from '@strand/contracts/location'
import { Field } from '../shared/field.tsx'
import { MoneyField } from '../shared/money-field.tsx'
import { TextField } from '../shared/text-field.tsx'
import { TypedPrice } from '../shared/typed-price.ts'

/** The contract's form, with the price as one types it. */
export const LocationForm = CreateLocation.extend({ price: TypedPrice })

export const locationsKey = ['locations']

export type LocationValues = { location: string; price: string; deliveryaddress: string }

type Name = keyof LocationValues

/** What a delivery location has, for adding and for editing one. */
export const LocationFields = ({
  values,
  set,
  leave,
  errorOf,
}: {
  values: LocationValues
  set: (name: Name, value: string) => void
  leave: (name: Name) => void
  errorOf: (name: Name) => string | undefined
}) => {
  const part = (name: Name) => ({
    name,
    value: values[name],
    error: errorOf(name),
    onChange: (value: string) => set(name, value),
    onLeave: () => leave(name),
  })
  const address = part('deliveryaddress')
  return (
    <>
      <TextField label="Location name" autoComplete="off" {...part('location')} />
      <MoneyField label="Price" {...part('price')} />
      <Field
        label="Delivery address"
        optional
        help="A fixed pick-up address. Leave it empty where customers give their own."
        error={address.error}
      >
        {(control) => (
          <textarea
            {...control}
            name={address.name}
            rows={2}
            autoComplete="off"
            value={address.value}
            onChange={(event) => address.onChange(event.target.value)}
            onBlur={address.onLeave}
          />
        )}
      </Field>
    </>
  )
}
