import type { FormEvent, ReactNode, Ref } from 'react'
import { Button } from '../buttons/button.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import { Modal } from './modal.tsx'

type Texts = Record<string, unknown>
/**
 * Three states of a form's values: `kept` was restored from a draft, `atFirst` is how the form
 * begins without a draft, and `values` is the current state.
 */
export type FormTexts = { kept: Texts; atFirst: Texts; values: Texts }

/** The names of the fields that the user has filled in or changed, compared with `atFirst`. */
const written = (texts: Texts, atFirst: Texts): string[] =>
  Object.entries(texts)
    .filter(([name, value]) =>
      Array.isArray(value)
        ? value.length > 0 && JSON.stringify(value) !== JSON.stringify(atFirst[name])
        : typeof value === 'string' && value !== '' && value !== atFirst[name],
    )
    .map(([name]) => name)

/**
 * Says that the dialog opened with text that the user had written earlier. While this notice is
 * shown, Escape asks before it discards the text (`modal.tsx`). `data-holds-text` tells
 * `focusFirst` which fields contain text.
 */
export const KeptText = ({ kept, atFirst, values }: FormTexts) =>
  written(kept, atFirst).length > 0 && (
    <p
      className="modal-kept"
      role="status"
      data-holds-text={written(values, atFirst).join(' ') || undefined}
    >
      We kept what you wrote.
    </p>
  )

/** A form in a dialog. Closing the dialog discards the typed text, as Cancel does. */
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
  text: string
  busyText: string
  /** False while the form's action is impossible; the typed text stays. */
  canSubmit?: boolean
  onClose: () => void
  children: ReactNode
}) => {
  const cancel = () => {
    discardDraft()
    onClose()
  }
  // If the form cannot be sent at the moment, closing it keeps the draft, because sending may
  // become possible again.
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
