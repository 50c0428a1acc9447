import { usePageTitle } from '../shared/page.tsx'

export const ConfirmPaymentPage = () => {
  usePageTitle('ConfirmPayment')
  return <h1>ConfirmPayment</h1>
}
