import { locationEndpoints } from '@strand/contracts/catalogue/staff.endpoints'
import { useNavigate } from 'react-router-dom'
import { call } from '../shared/api/client.ts'
import { ButtonLink } from '../shared/buttons/button.tsx'
import { SubmitButton } from '../shared/forms/submit-button.tsx'
import { useCommandForm } from '../shared/forms/use-command-form.ts'
import { paths } from '../shared/navigation/paths.ts'
import { usePageTitle } from '../shared/navigation/use-page-title.ts'
import { LocationFields, LocationForm, locationsKey } from './location-form.tsx'

/** `/dashboard/add-delivery-location`. */
export const AddLocationPage = () => {
  usePageTitle('Add delivery location')
  const navigate = useNavigate()
  const form = useCommandForm({
    schema: LocationForm,
    initial: { location: '', price: '', deliveryaddress: '' },
    draft: 'delivery-location',
    send: (body) => call(locationEndpoints.createLocation, { body }),
    success: 'Delivery Location Added',
    situation: 'admin',
    invalidates: { queryKey: locationsKey },
    onSuccess: () => navigate(paths.deliveryLocation),
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
