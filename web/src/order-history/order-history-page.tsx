import { usePageTitle } from '../shared/page.tsx'

export const OrderHistoryPage = () => {
  usePageTitle('OrderHistory')
  return <h1>OrderHistory</h1>
}
