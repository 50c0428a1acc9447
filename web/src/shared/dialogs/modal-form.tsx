import type { FormEvent, ReactNode, Ref } from 'react'
import { Button } from '../buttons/button.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import { Modal } from './modal.tsx'

/** A form in a dialog. Closing the dialog discards what was typed, like Cancel. */
export const ModalForm = ({
  title,
  form: { form, busy, submit, discardDraft },
  text,
  busyText,
  onClose,
  children,
}: {
  title: string
  form: {
    form: Ref<HTMLFormElement>
    busy: boolean
    submit: (event: FormEvent) => void
    discardDraft: () => void
  }
  /** The submit button's text. */
  text: string
  busyText: string
  onClose: () => void
  children: ReactNode
}) => {
  const cancel = () => {
    discardDraft()
    onClose()
  }
  return (
    <Modal title={title} onClose={cancel}>
      <form ref={form} className="form" noValidate onSubmit={submit}>
        {children}
        <div className="form-buttons">
          <Button onClick={cancel}>Cancel</Button>
          <SubmitButton busy={busy} text={text} busyText={busyText} />
        </div>
      </form>
    </Modal>
  )
}
