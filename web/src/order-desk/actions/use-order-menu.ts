import type { OrderRow } from '@strand/contracts/order/staff'
import { type OrderStatus, orderStatusOptions } from '@strand/contracts/order/status'
import type { MenuEntry } from '../../shared/buttons/menu-button.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { usePermission } from '../../shared/session/use-permission.ts'
import type { StatusOption } from '../list/status-choice.ts'
import type { OrderAction } from './use-order-actions.ts'

/** The actions on an order, depending on its status and on the user's permissions. */
export const useOrderMenu = ({
  status,
  act,
  onMessage,
  onErase,
}: {
  /** The status of the tab. */
  status: OrderStatus
  act: (action: OrderAction, orderId: string) => Promise<unknown>
  onMessage: (order: OrderRow, option: StatusOption) => void
  onErase: (orderId: string) => void
}) => {
  const mayManage = usePermission('orders.manage')
  const mayErase = usePermission('orders.erase')
  return (order: OrderRow): MenuEntry[] => {
    const { orderid } = order
    const entries: MenuEntry[] = []
    const add = (text: string, action: OrderAction) =>
      entries.push({
        text,
        onSelect: () => void act(action, orderid),
        danger: action === 'archive',
      })
    const option = orderStatusOptions.find(({ name }) => name === order.orderstatus)
    if (mayManage && status === 'pending') {
      add('Approve', 'approve')
      add('Archive', 'archive')
    } else if (mayManage && status === 'archived') add('Restore', 'restore')
    else if (mayManage && option)
      entries.push({ text: 'Update Order Message', onSelect: () => onMessage(order, option) })
    entries.push({ text: 'Full history', to: paths.auditOf(orderid) })
    if (mayErase)
      entries.push({
        text: 'Erase personal data',
        danger: true,
        onSelect: () => onErase(orderid),
      })
    return entries
  }
}
