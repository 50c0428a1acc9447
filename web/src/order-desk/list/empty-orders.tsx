import { ButtonLink } from '../../shared/buttons/button.tsx'
import { isFiltered, withoutFilters } from '../../shared/list/list-state.ts'
import type { ListControls } from '../../shared/list/use-list-state.ts'
import type { AnyTab } from './order-tabs.ts'

const meaning: Record<AnyTab['status'], string> = {
  pending: 'A new order comes here as soon as a customer has confirmed a payment.',
  confirmed: 'An order comes here when its payment has been approved.',
  shipped: 'An order comes here when its status is changed to shipped.',
  returned: 'An order comes here when its status is changed to returned.',
  archived: 'Orders that were archived come here, and can be restored.',
  all: 'What a search finds in all tabs comes here.',
}

/** Distinguishes a search without results from an empty tab. */
export const EmptyOrders = ({ tab, controls }: { tab: AnyTab; controls: ListControls }) => {
  const { state } = controls
  if (isFiltered(state))
    return (
      <>
        <h2>No {tab.status === 'all' ? '' : `${tab.status} `}order matches</h2>
        <p>Try another word or other days; the other tabs are searched with them too.</p>
        <ButtonLink to={controls.linkTo(withoutFilters(state))}>Clear the search</ButtonLink>
      </>
    )
  return (
    <>
      <h2>No {tab.status} orders</h2>
      <p>{meaning[tab.status]}</p>
    </>
  )
}
