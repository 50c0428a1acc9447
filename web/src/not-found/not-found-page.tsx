import { ButtonLink } from '../shared/button.tsx'
import { usePageTitle } from '../shared/page.tsx'
import { paths } from '../shared/paths.ts'
import './not-found.css'

export const NotFoundPage = () => {
  usePageTitle('Page not found')
  return (
    <div className="not-found">
      <p className="not-found-code">404</p>
      <h1>Sorry, the page you visited does not exist.</h1>
      <ButtonLink variant="primary" to={paths.home}>
        Home
      </ButtonLink>
    </div>
  )
}
