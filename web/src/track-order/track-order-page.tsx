import { usePageTitle } from '../shared/page.tsx'

export const TrackOrderPage = () => {
  usePageTitle('TrackOrder')
  return <h1>TrackOrder</h1>
}
