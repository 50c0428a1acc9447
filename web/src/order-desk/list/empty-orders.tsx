import type { OrderStatus } from '@strand/contracts/order/status'
import { ButtonLink } from '../../shared/buttons/button.tsx'
import type { ListControls } from '../../shared/list/use-list-state.ts'
import type { OrderTab } from './order-tabs.ts'

const meaning: Record<OrderStatus, string> = {
  pending: 'A new order comes here as soon as a customer has confirmed a payment.',
  confirmed: 'An order comes here when its payment has been approved.',
  shipped: 'An order comes here when its status is changed to shipped.',
  returned: 'An order comes here when its status is changed to returned.',
  archived: 'Orders that were archived come here, and can be restored.',
}

/** Distinguishes a search without results from an empty tab. */
export const EmptyOrders = ({ tab, controls }: { tab: OrderTab; controls: ListControls }) => {
  const { filters } = controls.state
  if (Object.values(filters).some((value) => value !== ''))
    return (
      <>
        <h2>No {tab.status} order matches</h2>
        <p>Try another word or other days; the other tabs are searched with them too.</p>
        <ButtonLink to={controls.linkTo({ filters: { search: '', dateFrom: '', dateTo: '' } })}>
          Clear the search
        </ButtonLink>
      </>
    )
  return (
    <>
      <h2>No {tab.status} orders</h2>
      <p>{meaning[tab.status]}</p>
    </>
  )
}
