import type { OrderRow } from '@strand/contracts/order/staff'
import { orderStatusOptions } from '@strand/contracts/order/status-change'
import type { MenuEntry } from '../../shared/buttons/menu-button.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { isErased } from '../../shared/order/is-erased.ts'
import { usePermission } from '../../shared/session/use-permission.ts'
import type { StatusOption } from './list/status-choice.ts'
import type { OrderAction } from './order-commands.ts'
import { useIsOwnProposal } from './team.tsx'

/**
 * The actions that are possible for an order. They depend on its status, on whether its personal
 * data was erased, and on the user's permissions.
 */
export const useOrderMenu = ({
  act,
  more,
  onMessage,
  onApprove,
  onArchive,
  onAsk,
  onErase,
  onContact,
  onTeam,
}: {
  act: (action: OrderAction, orderId: string) => Promise<unknown>
  more: (order: OrderRow) => MenuEntry[]
  onMessage: (order: OrderRow, option: StatusOption) => void
  onApprove: (order: OrderRow) => void
  onArchive: (order: OrderRow) => void
  onAsk: (order: OrderRow) => void
  onErase: (order: OrderRow) => void
  onContact: (order: OrderRow) => void
  onTeam: (what: 'note' | 'assign', order: OrderRow) => void
}) => {
  const isOwnProposal = useIsOwnProposal()
  const mayManage = usePermission('orders.manage')
  const mayErase = usePermission('orders.erase')
  return (order: OrderRow): MenuEntry[] => {
    const { orderid, orderstatus: status } = order
    const entries: MenuEntry[] = []
    const gone = isErased(order)
    const add = (text: string, action: OrderAction) =>
      entries.push({ text, onSelect: () => void act(action, orderid) })
    const option = orderStatusOptions.find(({ name }) => name === status)
    if (mayManage && status === 'pending') {
      if (isOwnProposal(order)) add('Withdraw approval', 'withdraw')
      else entries.push({ text: 'Approve', onSelect: () => onApprove(order) })
      if (!gone) entries.push({ text: 'Ask the customer', onSelect: () => onAsk(order) })
      // Asks for a reason, except for an erased order, which is archived at once.
      const archive = () => (gone ? void act('archive', orderid) : onArchive(order))
      entries.push({ text: 'Archive', danger: true, onSelect: archive })
    } else if (mayManage && status === 'archived') add('Restore', 'restore')
    else if (mayManage && option && !gone)
      entries.push({ text: 'Update Order Message', onSelect: () => onMessage(order, option) })
    entries.push(...more(order))
    if (mayManage && !gone)
      entries.push(
        { text: 'Write on WhatsApp', onSelect: () => onContact(order) },
        { text: 'Add note', onSelect: () => onTeam('note', order) },
      )
    if (mayManage) entries.push({ text: 'Assign', onSelect: () => onTeam('assign', order) })
    entries.push({ text: 'Full history', to: paths.auditOf(orderid) })
    if (mayErase && !gone)
      entries.push({
        text: 'Erase personal data',
        danger: true,
        onSelect: () => onErase(order),
      })
    return entries
  }
}
