import { useNavigate } from 'react-router-dom'
import { ButtonLink } from '../../shared/buttons/button.tsx'
import { SubmitButton } from '../../shared/forms/submit-button.tsx'
import { useAddForm } from '../../shared/list/row-form.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { usePageTitle } from '../../shared/navigation/use-page-title.ts'
import { locations } from './locations.tsx'

export const AddLocationPage = () => {
  usePageTitle('Add delivery location')
  const navigate = useNavigate()
  const form = useAddForm(locations, () => navigate(paths.deliveryLocation))
  const { fields, added } = locations.form
  return (
    <div className="form-page">
      <h1>Add delivery location</h1>
      <form ref={form.form} className="form form-card" noValidate onSubmit={form.submit}>
        {fields(form)}
        <div className="form-buttons">
          <ButtonLink to={paths.deliveryLocation}>Cancel</ButtonLink>
          <SubmitButton busy={form.busy} text={added.text} busyText={added.busyText} />
        </div>
      </form>
    </div>
  )
}
