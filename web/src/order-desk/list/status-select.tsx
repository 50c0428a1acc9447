import type { OrderRow } from '@strand/contracts/order/staff'
import { colourClass } from '../../shared/order/status-colour.ts'
import type { StatusOption } from './status-choice.ts'

/** The current status in its colour, and the possible next ones. A choice opens the dialog. */
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
