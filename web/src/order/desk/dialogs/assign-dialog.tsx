import { AssignOrder, assignmentEndpoints } from '@strand/contracts/order/assignment'
import type { OrderRow } from '@strand/contracts/order/staff'
import { call } from '../../../shared/api/client.ts'
import { ModalForm } from '../../../shared/dialogs/modal-form.tsx'
import { SelectField } from '../../../shared/fields/select-field.tsx'
import { useCommandForm } from '../../../shared/forms/use-command-form.ts'
import { useColleagues } from '../../../shared/server-state/colleagues.ts'
import { ordersKey } from '../../../shared/server-state/order-queries.ts'
import { useAdmin } from '../../../shared/session/session.ts'

export const AssignDialog = ({ order, onClose }: { order: OrderRow; onClose: () => void }) => {
  const { userid } = useAdmin()
  const { orderid: orderId, assignee } = order
  const colleagues = useColleagues()
  const form = useCommandForm({
    schema: AssignOrder,
    initial: { userid: assignee && !assignee.archived ? assignee.userid : userid },
    send: (body) =>
      call(assignmentEndpoints.assignOrder, {
        params: { orderId },
        body: { userid: body.userid || null },
      }),
    success: 'Assigned',
    situation: 'admin',
    invalidates: { queryKey: ordersKey },
    onSuccess: onClose,
  })
  return (
    <ModalForm
      title={`Assign order ${orderId}`}
      form={form}
      text="Assign"
      busyText="Assigning..."
      onClose={onClose}
    >
      <SelectField
        label="Colleague"
        awaited={{ what: 'colleagues', query: colleagues, chosen: assignee?.name ?? 'You' }}
        {...form.fieldProps('userid')}
      >
        <option value="">Nobody</option>
        {colleagues.data?.map((colleague) => (
          <option key={colleague.userid} value={colleague.userid}>
            {colleague.userid === userid ? `${colleague.name} (you)` : colleague.name}
          </option>
        ))}
      </SelectField>
    </ModalForm>
  )
}
