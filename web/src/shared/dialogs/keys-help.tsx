import { singleKeys } from '../browser/key-target.ts'
import { useRememberedSwitch } from '../browser/use-remembered-switch.ts'
import { Modal } from './modal.tsx'
import './keys-help.css'

/**
 * Whether single-key shortcuts are on. People who control the computer by voice may have to turn
 * them off.
 */
export const useShortcutsEnabled = () => useRememberedSwitch(singleKeys, true)

export const KeysHelp = ({
  title,
  keys,
  on,
  onSwitch,
  onClose,
}: {
  title: string
  keys: readonly { key: string; text: string }[]
  on: boolean
  onSwitch: (on: boolean) => void
  onClose: () => void
}) => (
  <Modal title={title} onClose={onClose}>
    <div className="form">
      <label className="keys-switch">
        <input type="checkbox" checked={on} onChange={(event) => onSwitch(event.target.checked)} />
        Use single-key shortcuts
      </label>
      <dl className="keys-list">
        {keys.map(({ key, text }) => (
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
