import { bankLineEndpoints } from '@strand/contracts/money/bank-line.endpoints'
import { maxAllocations } from '@strand/contracts/money/bank-line-commands'
import { formatKobo } from '@strand/contracts/money/kobo'
import type { OrderRow } from '@strand/contracts/order/staff'
import { orderDeskEndpoints } from '@strand/contracts/order/staff.endpoints'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../shared/api/client.ts'
import { useForm } from '../../shared/forms/use-form.ts'
import { ordersKey } from '../../shared/server-state/order-queries.ts'
import { freeKobo } from '../lines/line-actions.ts'
import { AllocationFields } from './allocation-fields.tsx'
import {
  allocationFor,
  allocationOf,
  type ChosenOrder,
  chosenAllocations,
  sumOf,
} from './allocations.ts'
import { LineForm } from './line-form.tsx'
import { OrderFinder, pendingFirst } from './order-finder.tsx'
import type { LineFormProps } from './unmatch-form.tsx'
import { useLineCommand } from './use-line-command.ts'

/** Matches a line with one or more orders, up to the line's amount. */
export const MatchForm = ({ line, canSubmit, onCancel, onDone }: LineFormProps) => {
  const free = freeKobo(line)
  const { lineId } = line
  const likely = likelyOrder(line)
  const command = useLineCommand('Matched', onDone, true)
  const form = useForm({
    schema: chosenAllocations(free),
    initial: { orders: likely ? [allocationOf(likely, free)] : [] },
    draft: `match.${lineId}`,
    send: ({ orders: allocations }) =>
      command.run({
        rows: [lineId],
        send: () =>
          call(bankLineEndpoints.matchBankLine, { params: { lineId }, body: { allocations } }),
      }),
  })
  const chosen: ChosenOrder[] = form.values.orders
  const change = (orders: ChosenOrder[]) => form.setValue('orders', orders)
  const names = useNames(likely, chosen)
  const taken = [...line.allocations, ...chosen].map(({ orderId }) => orderId)
  const left = free - sumOf(chosen)
  return (
    <LineForm
      form={form}
      command={command}
      canSubmit={canSubmit}
      onCancel={onCancel}
      isReady={likely !== null}
      title="Match to an order"
      text={chosen.length > 1 ? `Match ${chosen.length} orders` : 'Match'}
      busyText="Matching..."
      before={
        <OrderFinder
          free={left}
          taken={taken}
          isFull={taken.length >= maxAllocations}
          rank={pendingFirst}
          onChoose={(order) => {
            names.learn(order)
            change([...chosen, allocationFor(order, left)])
          }}
        />
      }
    >
      <AllocationFields chosen={chosen} nameOf={names.of} onChange={change} />
      <p role="status" className={left < 0 ? 'field-error' : 'field-help'}>
        {left < 0
          ? `${formatKobo(-left)} more than the line has`
          : `${formatKobo(left)} of ${formatKobo(free)} is left`}
      </p>
    </LineForm>
  )
}

/**
 * The line's best order or, if there is none, the approved order. Null if that order needs no more
 * money.
 */
const likelyOrder = ({ best, approved }: LineFormProps['line']) => {
  const likely = best ?? approved ?? null
  return likely && likely.dueKobo > 0 ? likely : null
}

/**
 * The customers' names for the chosen orders. The names come from the list in which the orders were
 * chosen or, after the user has signed in again, from the server.
 */
const useNames = (likely: ReturnType<typeof likelyOrder>, chosen: readonly ChosenOrder[]) => {
  const known = useRef(new Map(likely ? [[likely.orderId, likely.customer]] : []))
  const learn = ({ orderid, fullname }: Pick<OrderRow, 'orderid' | 'fullname'>) =>
    void known.current.set(orderid, fullname)
  const ids = chosen.map(({ orderId }) => orderId).filter((id) => !known.current.has(id))
  const { data } = useQuery({
    queryKey: [...ordersKey, 'names', ids],
    queryFn: async ({ signal }) => {
      const query = { ids: ids.join(',') }
      return (await call(orderDeskEndpoints.listOrdersById, { query, signal })).result
    },
    enabled: ids.length > 0,
  })
  const asked = (orderId: string) => data?.find(({ orderid }) => orderid === orderId)?.fullname
  return { learn, of: (orderId: string) => known.current.get(orderId) ?? asked(orderId) }
}
