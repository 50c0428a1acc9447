import { type FormEvent, type ReactNode, type Ref, useEffect, useId } from 'react'
import type { Notice } from '../../shared/api/error-catalogue.ts'
import { Button } from '../../shared/buttons/button.tsx'
import { type FormTexts, KeptText } from '../../shared/dialogs/modal-form.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { SubmitButton } from '../../shared/forms/submit-button.tsx'
import { isSignedIn } from '../../shared/session/session.ts'

/**
 * A form below a line's facts. If the server refuses the form, its message is shown. Cancel
 * discards the typed text, but the text survives if the user has to sign in again.
 */
export const LineForm = ({
  form: { form, submit, discardDraft, ...texts },
  command: { busy, failure },
  title,
  text,
  busyText,
  before,
  isReady = false,
  canSubmit,
  onCancel,
  children,
}: {
  form: {
    form: Ref<HTMLFormElement>
    submit: (event: FormEvent) => void
    discardDraft: () => void
  } & FormTexts
  command: { busy: boolean; failure: Notice | null }
  title: string
  text: string
  busyText: string
  /** Content above the form. A search belongs here, because it has a form of its own. */
  before?: ReactNode
  /** Whether the form can be sent without further input. If so, its button gets the focus. */
  isReady?: boolean
  /** False if the line no longer allows the form's action. The typed text stays. */
  canSubmit: boolean
  onCancel: () => void
  children: ReactNode
}) => {
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form closes
  useEffect(
    () => () => {
      if (isSignedIn()) discardDraft()
    },
    [],
  )
  // The user's own command may change the line before the form closes. That is not a conflict.
  const isOver = !canSubmit && !busy
  return (
    <section className="line-form" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {!isOver && before}
      <form
        ref={form}
        className="form"
        noValidate
        onSubmit={(event) => (isOver ? event.preventDefault() : submit(event))}
      >
        <KeptText {...texts} />
        {children}
        {failure && !isOver && (
          <NoticeBox kind="failure" title={failure.title} text={failure.text} />
        )}
        {isOver && (
          <NoticeBox kind="info" title="This transaction has changed">
            {failure && <p>{failure.text}.</p>}
            <p>What you wrote can no longer be sent. It stays here until you close this window.</p>
          </NoticeBox>
        )}
        <div className="form-buttons">
          <Button onClick={onCancel}>{isOver ? 'Close' : 'Cancel'}</Button>
          {!isOver && (
            <SubmitButton busy={busy} text={text} busyText={busyText} isFirst={isReady} />
          )}
        </div>
      </form>
    </section>
  )
}
