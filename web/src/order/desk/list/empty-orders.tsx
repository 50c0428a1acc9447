import { ButtonLink } from '../../../shared/buttons/button.tsx'
import { isFiltered, withoutFilters } from '../../../shared/list/list-state.ts'
import type { ListControls } from '../../../shared/list/use-list-state.ts'
import type { AnyTab } from './order-tabs.ts'

const meaning: Record<AnyTab['status'], string> = {
  pending: 'New orders appear here as soon as a customer confirms a payment.',
  confirmed: 'Orders appear here when their payment is approved.',
  shipped: 'Orders appear here when their status changes to shipped.',
  returned: 'Orders appear here when their status changes to returned.',
  archived: 'Archived orders appear here and can be restored.',
  all: 'Results from all tabs appear here.',
}

/** The text of an empty list. It differs for a search that finds nothing and for an empty tab. */
export const EmptyOrders = ({ tab, controls }: { tab: AnyTab; controls: ListControls }) => {
  const { state } = controls
  if (isFiltered(state))
    return (
      <>
        <h2>No {tab.status === 'all' ? '' : `${tab.status} `}order matches</h2>
        <p>Try another word or other dates; the other tabs are searched too.</p>
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
