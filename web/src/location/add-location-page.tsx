import { LocationAnswer } from '@strand/contracts/location'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { call } from '../shared/api.ts'
import { Button, ButtonLink } from '../shared/button.tsx'
import { failureNotice } from '../shared/error-catalogue.ts'
import { usePageTitle } from '../shared/page.tsx'
import { paths } from '../shared/paths.ts'
import { toast } from '../shared/toast.ts'
import { useForm } from '../shared/use-form.ts'
import {
  LocationFields,
  LocationForm,
  type LocationValues,
  locationsKey,
} from './location-form.tsx'

const empty: LocationValues = { location: '', price: '', deliveryaddress: '' }

/** `/dashboard/add-delivery-location`. */
export const AddLocationPage = () => {
  usePageTitle('Add delivery location')
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useForm({
    schema: LocationForm,
    initial: empty,
    draft: 'delivery-location',
    send: async (location) => {
      try {
        const path = '/admin/create-delivery-location'
        const answer = await call(LocationAnswer, 'POST', path, location)
        toast.success({ title: 'Delivery Location Added', text: answer.responseMessage })
        await client.invalidateQueries({ queryKey: locationsKey })
        navigate(paths.deliveryLocation)
      } catch (error) {
        toast.failure(failureNotice(error, 'admin'))
        throw error
      }
    },
  })
  return (
    <div className="form-page">
      <h1>Add delivery location</h1>
      <form ref={form.form} className="form form-card" noValidate onSubmit={form.submit}>
        <LocationFields {...form} />
        <div className="form-buttons">
          <ButtonLink to={paths.deliveryLocation}>Cancel</ButtonLink>
          <Button type="submit" look="primary" busy={form.busy} disabled={form.busy}>
            {form.busy ? 'Adding Location...' : 'Add Location'}
          </Button>
        </div>
      </form>
    </div>
  )
}
