import { ButtonLink } from '../../shared/buttons/button.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { usePageTitle } from '../../shared/navigation/use-page-title.ts'
import { notFound } from './first-texts.ts'
import './not-found.css'

export const NotFoundPage = () => {
  usePageTitle('Page not found')
  return (
    <div className="not-found">
      <p className="not-found-code">404</p>
      <h1>{notFound}</h1>
      <ButtonLink variant="primary" to={paths.confirmPayment}>
        Home
      </ButtonLink>
    </div>
  )
}
