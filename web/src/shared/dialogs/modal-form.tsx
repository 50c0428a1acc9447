import type { FormEvent, ReactNode, Ref } from 'react'
import { Button } from '../buttons/button.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import { Modal } from './modal.tsx'

type Texts = Record<string, unknown>
/** Of a form: what its draft held, what it began with otherwise, and what it holds now. */
export type FormTexts = { kept: Texts; atFirst: Texts; values: Texts }

/** Whether something is in there that the form did not begin with. */
const isWritten = (texts: Texts, atFirst: Texts): boolean =>
  Object.entries(texts).some(([name, value]) =>
    Array.isArray(value)
      ? value.length > 0 && JSON.stringify(value) !== JSON.stringify(atFirst[name])
      : typeof value === 'string' && value !== '' && value !== atFirst[name],
  )

/** Where a dialog opens with what was written before; while that is still there, Escape asks (`modal.tsx`). */
export const KeptText = ({ kept, atFirst, values }: FormTexts) =>
  isWritten(kept, atFirst) && (
    <p
      className="modal-kept"
      role="status"
      data-holds-text={isWritten(values, atFirst) || undefined}
    >
      We kept what you wrote.
    </p>
  )

/** A form in a dialog. Closing the dialog discards what was typed, like Cancel. */
export const ModalForm = ({
  title,
  form: { form, busy, submit, discardDraft, ...texts },
  text,
  busyText,
  canSubmit = true,
  onClose,
  children,
}: {
  title: string
  form: {
    form: Ref<HTMLFormElement>
    busy: boolean
    submit: (event: FormEvent) => void
    discardDraft: () => void
  } & FormTexts
  /** The submit button's text. */
  text: string
  busyText: string
  /** False while what the form is for cannot be done; its text stays in view. */
  canSubmit?: boolean
  onClose: () => void
  children: ReactNode
}) => {
  const cancel = () => {
    discardDraft()
    onClose()
  }
  // A form that cannot be sent now may be sendable later.
  const leave = canSubmit ? cancel : onClose
  return (
    <Modal title={title} onClose={cancel}>
      <form
        ref={form}
        className="form"
        noValidate
        onSubmit={(event) => (canSubmit ? submit(event) : event.preventDefault())}
      >
        <KeptText {...texts} />
        {children}
        <div className="form-buttons">
          <Button onClick={leave}>{canSubmit ? 'Cancel' : 'Close'}</Button>
          {canSubmit && <SubmitButton busy={busy} text={text} busyText={busyText} />}
        </div>
      </form>
    </Modal>
  )
}
