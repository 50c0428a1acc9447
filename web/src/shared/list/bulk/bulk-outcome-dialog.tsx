import type { BulkAnswer } from '@strand/contracts/bulk'
import { Button } from '../../buttons/button.tsx'
import { Modal } from '../../dialogs/modal.tsx'
import './bulk-bar.css'

/** The rows that a bulk action could not change, and the reasons. */
export const BulkOutcomeDialog = ({
  failed,
  nameOf,
  onClose,
}: {
  failed: BulkAnswer['failed']
  nameOf: (id: string) => string
  onClose: () => void
}) => (
  <Modal title="Not everything worked" onClose={onClose}>
    <div className="form">
      <ul className="bulk-failures">
        {failed.map(({ id, message }) => (
          <li key={id}>
            <strong>{nameOf(id)}</strong>
            <span>{message}</span>
          </li>
        ))}
      </ul>
      <div className="form-buttons">
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  </Modal>
)
