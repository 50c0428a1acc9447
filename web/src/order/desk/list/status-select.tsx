import type { OrderRow } from '@strand/contracts/order/staff'
import type { KeyboardEvent } from 'react'
import { colourClass } from '../../../shared/order/status-colour.ts'
import type { StatusOption } from './status-choice.ts'

/**
 * In a closed select, a letter or an arrow key would change the value at once. This makes these
 * keys open the list of choices instead, so that no dialog opens for a status that the user did not
 * mean to choose.
 */
const openChoices = (event: KeyboardEvent<HTMLSelectElement>) => {
  const { key, ctrlKey, metaKey, altKey } = event
  const choosesAtOnce = /^(Arrow|Page|Home$|End$)/.test(key) || (key.length === 1 && key !== ' ')
  if (!choosesAtOnce || ctrlKey || metaKey || altKey) return
  event.preventDefault()
  event.currentTarget.showPicker()
}

/**
 * The current status in its color, and the statuses that may follow. Choosing one opens the message
 * dialog.
 */
export const StatusSelect = ({
  order,
  options,
  onStatus,
}: {
  order: OrderRow
  options: StatusOption[]
  onStatus: (order: OrderRow, option: StatusOption) => void
}) => (
  <select
    className={`status-select ${colourClass(order.orderstatus)}`}
    aria-label={`Status of order ${order.orderid}`}
    value=""
    onKeyDown={openChoices}
    onChange={(event) => {
      const option = options.find(({ id }) => String(id) === event.target.value)
      if (option) onStatus(order, option)
    }}
  >
    <option value="" disabled hidden>
      {order.orderstatus}
    </option>
    {options.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </select>
)
