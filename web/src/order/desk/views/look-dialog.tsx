import { OrderColumn } from '@strand/contracts/views/view'
import { useSearchParams } from 'react-router-dom'
import { Button } from '../../../shared/buttons/button.tsx'
import { Modal } from '../../../shared/dialogs/modal.tsx'
import { CheckField } from '../../../shared/fields/check-field.tsx'
import type { OrderTab } from '../list/order-tabs.ts'
import {
  columnTexts,
  knownColumns,
  type OrderLook,
  rememberLook,
  saysLastChange,
  useOrderLook,
} from './order-look.ts'

/**
 * Lets the user choose the columns and the row height of the order lists. At first, it shows the
 * tab's current choice. The browser stores the new choice, which then applies to every tab.
 */
export const LookDialog = ({ tab, onClose }: { tab: OrderTab; onClose: () => void }) => {
  const [, setParams] = useSearchParams()
  const { columns, chosen, compact } = useOrderLook(tab.status)
  const choose = (change: Partial<OrderLook>) => {
    rememberLook({ columns: chosen, compact, ...change })
    setParams(
      (previous) => {
        const next = new URLSearchParams(previous)
        next.delete('columns')
        next.delete('page')
        return next
      },
      { replace: true },
    )
  }
  return (
    <Modal title="What the rows show" onClose={onClose}>
      <fieldset className="view-choices">
        <legend>Columns of all order lists</legend>
        {OrderColumn.options.map((name) => (
          <CheckField
            key={name}
            label={columnTexts[name]}
            checked={columns.includes(name)}
            onChange={(isShown) =>
              choose({
                columns: knownColumns(
                  isShown ? [...columns, name] : columns.filter((one) => one !== name),
                ),
              })
            }
          />
        ))}
      </fieldset>
      <p className="field-help">
        {chosen === null
          ? `Each list has its usual columns until you choose. These are the usual columns of ${tab.status} orders.`
          : 'Every list has the columns that you chose.'}
        {saysLastChange(tab.status) && ' This list also shows each order’s last change.'}
      </p>
      {chosen !== null && (
        <Button size="small" variant="quiet" onClick={() => choose({ columns: null })}>
          Use each list’s usual columns
        </Button>
      )}
      <CheckField
        label="Compact rows, 25 per page"
        checked={compact}
        onChange={(isCompact) => choose({ compact: isCompact })}
      />
      <div className="form-buttons">
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Modal>
  )
}
