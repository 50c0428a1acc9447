import type { Location } from '@strand/contracts/catalogue/location'
import { locationEndpoints } from '@strand/contracts/catalogue/staff.endpoints'
import { call } from '../shared/api/client.ts'
import { formatNumber } from '../shared/format/money.tsx'
import { useCommandForm } from '../shared/forms/use-command-form.ts'
import { InlineForm } from '../shared/list/table/inline-form.tsx'
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
    send: (valid) => call(locationEndpoints.updateLocation, { body: { locationid, ...valid } }),
    success: 'Updated',
    situation: 'admin',
    invalidates: { queryKey: locationsKey },
    onSuccess: onClose,
  })
  return (
    <InlineForm label={`Edit ${locationname}`} form={form} onCancel={onClose}>
      <LocationFields {...form} />
    </InlineForm>
  )
}
