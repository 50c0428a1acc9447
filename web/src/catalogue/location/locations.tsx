import { CreateLocation } from '@strand/contracts/catalogue/location'
import { location } from '@strand/contracts/catalogue/location.resource'
import { Field } from '../../shared/fields/field.tsx'
import { MoneyField } from '../../shared/fields/money-field.tsx'
import { TextField } from '../../shared/fields/text-field.tsx'
import { TypedPrice } from '../../shared/fields/typed-price.ts'
import { formatNumber } from '../../shared/format/money.tsx'
import type { TextFieldProps } from '../../shared/forms/use-form.ts'
import { createdColumns, priceColumn } from '../../shared/list/catalogue-columns.tsx'
import { catalogueResource } from '../../shared/list/catalogue-list.tsx'
import { paths } from '../../shared/navigation/paths.ts'

export const locations = catalogueResource({
  title: 'Delivery locations',
  singular: 'delivery location',
  plural: 'delivery locations',
  kind: location.path,
  queryKey: ['locations'],
  endpoints: location.endpoints,
  searchBy: 'locationname',
  idOf: ({ locationid }) => locationid,
  nameOf: ({ locationname }) => locationname,
  columns: [
    {
      header: 'Location name',
      headline: true,
      sortField: 'locationname',
      cell: ({ locationname }) => locationname,
    },
    priceColumn,
    {
      header: 'Pick-up address',
      cell: ({ deliveryaddress }) =>
        deliveryaddress || <span className="muted">Customers give their own</span>,
    },
    ...createdColumns,
  ],
  empty: {
    active: {
      title: 'No delivery locations',
      text: 'Without one, customers can’t confirm a payment. Please add the first one.',
    },
    archived: {
      title: 'No archived delivery locations',
      text: 'An archived location is no longer offered, and can be restored.',
    },
  },
  add: { button: 'Add New', to: paths.addDeliveryLocation },
  form: {
    schema: CreateLocation.extend({ price: TypedPrice }),
    situation: 'admin',
    id: 'locationid',
    empty: { location: '', price: '', deliveryaddress: '' },
    valuesOf: ({ locationname, price, deliveryaddress }) => ({
      location: locationname,
      price: formatNumber(price),
      deliveryaddress,
    }),
    fields: ({ fieldProps }) => (
      <>
        <TextField label="Location name" autoComplete="off" {...fieldProps('location')} />
        <MoneyField label="Price" {...fieldProps('price')} />
        <AddressField {...fieldProps('deliveryaddress')} />
      </>
    ),
    added: {
      toast: 'Delivery Location Added',
      text: 'Add Location',
      busyText: 'Adding Location...',
    },
  },
})

const AddressField = ({ name, value, error, onChange, onBlur }: TextFieldProps) => (
  <Field
    label="Delivery address"
    optional
    help="A fixed pick-up address. Leave it empty where customers give their own."
    error={error}
  >
    {(control) => (
      <textarea
        {...control}
        rows={2}
        autoComplete="off"
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
    )}
  </Field>
)
