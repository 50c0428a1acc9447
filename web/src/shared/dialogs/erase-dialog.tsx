import { type ReactNode, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { TextField } from '../fields/text-field.tsx'
import { Modal } from './modal.tsx'

/**
 * Asks for confirmation. Erasing cannot be undone, so the user has to type the name of what will be
 * erased.
 */
export const EraseDialog = ({
  label,
  name,
  expected,
  action = 'Erase permanently',
  erase,
  onClose,
  children,
}: {
  label: string
  name: string
  /** The text that the user has to type. Upper and lower case do not matter. */
  expected: string
  action?: string
  erase: () => Promise<boolean>
  onClose: () => void
  children: ReactNode
}) => {
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const matches = typed.trim().toUpperCase() === expected.toUpperCase()
  const go = async () => {
    setBusy(true)
    if (await erase()) onClose()
    else setBusy(false)
  }
  return (
    <Modal title="Erase personal data" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (matches && !busy) void go()
        }}
      >
        <p>{children}</p>
        <TextField
          label={label}
          name={name}
          autoComplete="off"
          value={typed}
          error={undefined}
          onChange={setTyped}
        />
        <div className="form-buttons">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" busy={busy} disabled={busy || !matches}>
            {busy ? 'Erasing...' : action}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
