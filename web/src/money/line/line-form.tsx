import { type FormEvent, type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import type { Notice } from '../../shared/api/error-catalogue.ts'
import { Button } from '../../shared/buttons/button.tsx'
import { type FormTexts, KeptText } from '../../shared/dialogs/modal-form.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { SubmitButton } from '../../shared/forms/submit-button.tsx'
import { isSignedIn } from '../../shared/session/session.ts'

/**
 * A form below a line's facts, with the server's message if it was refused. Leaving it discards what was
 * typed, unless the user is sent to sign in.
 */
export const LineForm = ({
  form: { form, submit, discardDraft, ...texts },
  command: { busy, failure },
  title,
  text,
  busyText,
  before,
  isReady = false,
  part,
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
  /** The submit button's text. */
  text: string
  busyText: string
  /** Content between the title and the form that contains a form itself, such as a search. */
  before?: ReactNode
  /** Whether the form can be sent without further input; if so, its button takes the focus. */
  isReady?: boolean
  /** What is asked for now. A change moves the focus there, because the pressed button is gone. */
  part?: string
  /** False while the form's action is impossible; its text stays in view. */
  canSubmit: boolean
  onCancel: () => void
  children: ReactNode
}) => {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  // The button that opened the form is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus when it opens, and once for each part
  useEffect(() => {
    const find = (selector: string) => section.current?.querySelector<HTMLElement>(selector)
    const first = find('[data-first-focus]') ?? find('input, select, textarea')
    first?.focus()
  }, [isReady, part])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form closes
  useEffect(
    () => () => {
      if (isSignedIn()) discardDraft()
    },
    [],
  )
  // Not while a command is running: if it succeeds, it changes the line before the form closes.
  const isOver = !canSubmit && !busy
  return (
    <section ref={section} className="line-form" aria-labelledby={id}>
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
            <p>What you wrote can no longer be sent. It stays here until you close it.</p>
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
