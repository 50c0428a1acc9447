import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { usePageTitle } from '../../shared/navigation/use-page-title.ts'
import { UndoBar } from '../../shared/order/undo/undo-bar.tsx'
import { OrderOutcomeDialog } from './dialogs/order-outcome-dialog.tsx'
import { OrderFilters } from './list/order-filters.tsx'
import { OrderList } from './list/order-list.tsx'
import { OrderTabLinks } from './list/order-tab-links.tsx'
import { allOrders, searchFilterNames } from './list/order-tabs.ts'
import { useOrderActions } from './order-commands.ts'
import { isSearch, useOrderSearch } from './order-reads.ts'

/** `/dashboard/orders?tab=all`: the results of a search through orders of all statuses. */
export const FoundOrders = () => {
  usePageTitle('All orders')
  const controls = useListState(searchFilterNames)
  const found = useOrderSearch(controls.state)
  const { act, busy } = useOrderActions()
  const isAsked = isSearch(controls.state)
  return (
    <>
      <div className="page-head">
        <h1>Orders</h1>
      </div>
      <OrderTabLinks current="all" found={found.data} />
      <OrderFilters tab={allOrders} controls={controls} focusFirst={!isAsked} />
      {isAsked && found.data?.more && (
        <NoticeBox
          kind="info"
          title="More than 5,000 orders match"
          text="These are some of them. Add a word, the amount or the last digits of the phone."
        />
      )}
      {isAsked ? (
        <OrderList
          tab={allOrders}
          query={found}
          controls={controls}
          selection={undefined}
          act={act}
          busy={busy}
        />
      ) : (
        <div className="list-empty">
          <h2>Search the orders of all tabs</h2>
          <p>
            By id, name, phone, email, Instagram name, account name, amount, product or address.
          </p>
        </div>
      )}
      <UndoBar outcome={OrderOutcomeDialog} />
    </>
  )
}
