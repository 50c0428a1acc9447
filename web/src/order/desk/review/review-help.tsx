import { Modal } from '../../../shared/dialogs/modal.tsx'
import { reviewKeys } from './review-shortcuts.ts'

export const ReviewHelp = ({
  on,
  onSwitch,
  onClose,
}: {
  on: boolean
  onSwitch: (on: boolean) => void
  onClose: () => void
}) => (
  <Modal title="Keys of the review queue" onClose={onClose}>
    <div className="form">
      <label className="review-switch">
        <input type="checkbox" checked={on} onChange={(event) => onSwitch(event.target.checked)} />
        Use single-key shortcuts
      </label>
      <dl className="review-keys">
        {reviewKeys.map(({ key, text }) => (
          <div key={key}>
            <dt>
              <kbd>{key === ' ' ? 'Space' : key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  </Modal>
)
