import { LocationAnswer } from '@strand/contracts/location'
import { useNavigate } from 'react-router-dom'
import { call } from '../shared/api.ts'
import { ButtonLink } from '../shared/button.tsx'
import { usePageTitle } from '../shared/page.tsx'
import { paths } from '../shared/paths.ts'
import { SubmitButton } from '../shared/submit-button.tsx'
import { useCommandForm } from '../shared/use-command-form.ts'
import { LocationFields, LocationForm, locationsKey } from './location-form.tsx'

/** `/dashboard/add-delivery-location`. */
export const AddLocationPage = () => {
  usePageTitle('Add delivery location')
  const navigate = useNavigate()
  const form = useCommandForm({
    schema: LocationForm,
    initial: { location: '', price: '', deliveryaddress: '' },
    draft: 'delivery-location',
    command: (location) =>
      call(LocationAnswer, 'POST', '/admin/create-delivery-location', location),
    done: 'Delivery Location Added',
    situation: 'admin',
    refreshes: locationsKey,
    after: () => navigate(paths.deliveryLocation),
  })
  return (
    <div className="form-page">
      <h1>Add delivery location</h1>
      <form ref={form.form} className="form form-card" noValidate onSubmit={form.submit}>
        <LocationFields {...form} />
        <div className="form-buttons">
          <ButtonLink to={paths.deliveryLocation}>Cancel</ButtonLink>
          <SubmitButton busy={form.busy} text="Add Location" busyText="Adding Location..." />
        </div>
      </form>
    </div>
  )
}
