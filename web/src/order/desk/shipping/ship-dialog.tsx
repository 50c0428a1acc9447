import type { BulkAnswer } from '@strand/contracts/bulk'
import { counted } from '@strand/contracts/counted'
import { carriers } from '@strand/contracts/order/carriers'
import type { OrderRow } from '@strand/contracts/order/staff'
import { type ClipboardEvent, useId, useState } from 'react'
import { ModalForm } from '../../../shared/dialogs/modal-form.tsx'
import { MessageField } from '../../../shared/fields/message-field.tsx'
import { TextField } from '../../../shared/fields/text-field.tsx'
import { useCommandForm } from '../../../shared/forms/use-command-form.ts'
import { TakenBackWarning } from '../../../shared/order/money/taken-back-note.tsx'
import { MailNotice } from '../../../shared/order/undo/mail-notice.tsx'
import { ordersKey } from '../../../shared/server-state/order-queries.ts'
import { shipOrders } from '../order-commands.ts'
import { parcelsIn } from './pasted-parcels.ts'
import { emptyShipForm, fieldOf, pastedFields, shipForm } from './ship-form.ts'
import './ship-dialog.css'

const contentOf = ({ products, deliverylocation }: OrderRow) =>
  [deliverylocation, ...products.map(({ product, quantity }) => `${quantity} × ${product}`)].join(
    ' · ',
  )

/**
 * Marks the chosen orders as shipped. Each gets a carrier and a waybill, which the user types or
 * pastes as a list. There may be one message for all customers.
 */
export const ShipDialog = ({
  orders: chosen,
  onClose,
  onShipped,
}: {
  orders: OrderRow[]
  onClose: () => void
  onShipped: (failed: BulkAnswer['failed']) => void
}) => {
  // The orders as they were when the dialog opened, without later changes by colleagues.
  const [orders] = useState(chosen)
  const ids = orders.map(({ orderid }) => orderid)
  const [common, setCommon] = useState('')
  const [pasted, setPasted] = useState<ReadonlyMap<string, string>>(new Map())
  const [left, setLeft] = useState<string[]>([])
  const carrierList = useId()
  const form = useCommandForm({
    schema: shipForm(ids),
    initial: emptyShipForm(ids),
    draft: `ship.${ids.join('.')}`,
    send: (parcels) => shipOrders(orders, parcels),
    // There is no toast, because the undo bar names the shipped orders, and the screen lists those
    // that could not be shipped.
    situation: 'admin',
    invalidates: { queryKey: ordersKey },
    onSuccess: ({ failed }) => onShipped(failed),
  })
  const setCarrierOfAll = (carrier: string) => {
    setCommon(carrier)
    form.change(Object.fromEntries(ids.map((id) => [fieldOf('carrier', id), carrier])))
  }
  /**
   * Spreads a pasted list over the fields. Text with a line break or a tab is a list; any other
   * text is a single waybill.
   */
  const paste = (event: ClipboardEvent, first: number) => {
    const text = event.clipboardData.getData('text')
    if (!/[\n\t]/.test(text.trimEnd())) return
    event.preventDefault()
    const read = parcelsIn(text, ids.slice(first))
    setPasted(read.lines)
    setLeft(read.left)
    form.change(pastedFields(read.parcels))
  }
  const things = counted(ids.length, 'order')
  return (
    <ModalForm
      title={`Ship ${things}`}
      form={form}
      text={`Mark ${things} shipped`}
      busyText="Shipping..."
      onClose={onClose}
    >
      <p>
        <MailNotice isMailed count={ids.length} /> It says that the order is on its way, and names
        the carrier and the waybill.{' '}
        {ids.length > 1 &&
          'Paste a whole list into the first waybill: one line per order, in the sequence shown here or as “order id, waybill”.'}
      </p>
      <datalist id={carrierList}>
        {carriers.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {ids.length > 1 && (
        <TextField
          label="Carrier for all"
          help="Fills in the carrier of every order below. Each order needs a carrier and a waybill."
          optional
          list={carrierList}
          maxLength={60}
          value={common}
          error={undefined}
          onChange={setCarrierOfAll}
        />
      )}
      {left.length > 0 && (
        <p className="ship-left" role="status">
          Pasted lines that match no order: {left.join(' · ')}
        </p>
      )}
      <table className="ship-table">
        <thead>
          <tr>
            <th scope="col">Order</th>
            {pasted.size > 0 && <th scope="col">Pasted</th>}
            <th scope="col">Carrier</th>
            <th scope="col">Waybill</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order, nth) => {
            const { orderid, fullname } = order
            const who = `${fullname}, ${orderid}`
            return (
              <tr key={orderid}>
                <th scope="row">
                  {fullname} <span className="order-id">{orderid}</span>
                  <small>{contentOf(order)}</small>
                  <TakenBackWarning takenBack={order.takenBack} />
                </th>
                {pasted.size > 0 && (
                  <td className="ship-pasted">
                    {pasted.get(orderid) || (
                      <span className="ship-left">
                        {pasted.has(orderid) ? 'Empty line' : 'No line'}
                      </span>
                    )}
                  </td>
                )}
                <td>
                  <TextField
                    label="Carrier"
                    aria-label={`Carrier of ${who}`}
                    list={carrierList}
                    maxLength={60}
                    {...form.fieldProps(fieldOf('carrier', orderid))}
                  />
                </td>
                <td>
                  <TextField
                    label="Waybill"
                    aria-label={`Waybill of ${who}`}
                    maxLength={60}
                    autoComplete="off"
                    onPaste={(event) => paste(event, nth)}
                    {...form.fieldProps(fieldOf('waybill', orderid))}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <MessageField
        label={ids.length === 1 ? 'Message to the customer' : 'Message to all these customers'}
        {...form.fieldProps('message')}
      />
    </ModalForm>
  )
}
