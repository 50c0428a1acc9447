import { OrderColumn } from '@strand/contracts/views/view'
import { useSearchParams } from 'react-router-dom'
import { Button } from '../../../shared/buttons/button.tsx'
import { Modal } from '../../../shared/dialogs/modal.tsx'
import { CheckField } from '../../../shared/fields/check-field.tsx'
import {
  columnTexts,
  knownColumns,
  type OrderLook,
  rememberLook,
  useOrderLook,
} from './order-look.ts'

/**
 * Chooses the columns of the order lists and the height of their rows. This browser stores the
 * choice.
 */
export const LookDialog = ({ onClose }: { onClose: () => void }) => {
  const [, setParams] = useSearchParams()
  const { columns, compact } = useOrderLook()
  const choose = (change: Partial<OrderLook>) => {
    rememberLook({ columns, compact, ...change })
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
        <legend>Columns</legend>
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
