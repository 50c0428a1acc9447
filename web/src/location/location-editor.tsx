import { type Location, LocationAnswer } from '@strand/contracts/location'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../shared/api.ts'
import { failureNotice } from '../shared/error-catalogue.ts'
import { InlineForm } from '../shared/list/inline-form.tsx'
import { formatNumber } from '../shared/money.tsx'
import { toast } from '../shared/toast.ts'
import { useForm } from '../shared/use-form.ts'
import {
  LocationFields,
  LocationForm,
  type LocationValues,
  locationsKey,
} from './location-form.tsx'

export const LocationEditor = ({
  location,
  onClose,
}: {
  location: Location
  onClose: () => void
}) => {
  const client = useQueryClient()
  const initial: LocationValues = {
    location: location.locationname,
    price: formatNumber(location.price),
    deliveryaddress: location.deliveryaddress,
  }
  const form = useForm({
    schema: LocationForm,
    initial,
    send: async (valid) => {
      try {
        const body = { locationid: location.locationid, ...valid }
        const answer = await call(LocationAnswer, 'PUT', '/admin/update-delivery-location', body)
        toast.success({ title: 'Updated', text: answer.responseMessage })
        await client.invalidateQueries({ queryKey: locationsKey })
        onClose()
      } catch (error) {
        toast.failure(failureNotice(error, 'admin'))
        throw error
      }
    },
  })
  return (
    <InlineForm
      label={`Edit ${location.locationname}`}
      form={form.form}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onClose}
    >
      <LocationFields {...form} />
    </InlineForm>
  )
}
