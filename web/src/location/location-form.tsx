import { CreateLocation } from '@strand/contracts/catalogue/location'
import { Field } from '../shared/fields/field.tsx'
import { MoneyField } from '../shared/fields/money-field.tsx'
import { TextField } from '../shared/fields/text-field.tsx'
import { TypedPrice } from '../shared/fields/typed-price.ts'
import type { FormFields } from '../shared/forms/use-form.ts'

/** The contract's form, with the price as the user types it. */
export const LocationForm = CreateLocation.extend({ price: TypedPrice })

export const locationsKey = ['locations']

/** The fields of a delivery location, for adding and for editing one. */
export const LocationFields = ({
  fieldProps,
}: FormFields<'location' | 'price' | 'deliveryaddress'>) => {
  const address = fieldProps('deliveryaddress')
  return (
    <>
      <TextField label="Location name" autoComplete="off" {...fieldProps('location')} />
      <MoneyField label="Price" {...fieldProps('price')} />
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
            onBlur={address.onBlur}
          />
        )}
      </Field>
    </>
  )
}
