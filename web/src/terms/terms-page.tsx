import { usePageTitle } from '../shared/page.tsx'

export const TermsPage = () => {
  usePageTitle('Terms')
  return <h1>Terms</h1>
}
