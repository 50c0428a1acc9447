import { type Location, LocationAnswer } from '@strand/contracts/location'
import { call } from '../shared/api.ts'
import { InlineForm } from '../shared/list/inline-form.tsx'
import { formatNumber } from '../shared/money.tsx'
import { useCommandForm } from '../shared/use-command-form.ts'
import { LocationFields, LocationForm, locationsKey } from './location-form.tsx'

export const LocationEditor = ({
  location: { locationid, locationname, price, deliveryaddress },
  onClose,
}: {
  location: Location
  onClose: () => void
}) => {
  const form = useCommandForm({
    schema: LocationForm,
    initial: { location: locationname, price: formatNumber(price), deliveryaddress },
    command: (valid) =>
      call(LocationAnswer, 'PUT', '/admin/update-delivery-location', { locationid, ...valid }),
    done: 'Updated',
    situation: 'admin',
    refreshes: locationsKey,
    after: onClose,
  })
  return (
    <InlineForm label={`Edit ${locationname}`} form={form} onCancel={onClose}>
      <LocationFields {...form} />
    </InlineForm>
  )
}
