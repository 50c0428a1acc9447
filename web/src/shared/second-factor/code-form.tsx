import { enterCodeText } from '@strand/contracts/accounts/second-factor'
import { requiredLine } from '@strand/contracts/text'
import { useEffect } from 'react'
import { z } from 'zod'
import type { Situation } from '../api/error-catalogue.ts'
import { NoticeBox } from '../feedback/notice-box.tsx'
import { TextField } from '../fields/text-field.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import { useCommandForm } from '../forms/use-command-form.ts'

const CodeForm = z.object({ code: requiredLine(enterCodeText, 40) })

/**
 * The form for a recovery code, or for a code from an authenticator app, which phones can fill in.
 */
export const CodeEntry = <Answer,>({
  kind = 'totp',
  text,
  situation,
  send,
  onSuccess,
}: {
  kind?: 'totp' | 'recovery'
  text: string
  situation: Situation
  send: (code: string) => Promise<Answer>
  onSuccess: (answer: Answer) => void
}) => {
  const { form, fieldProps, submit, busy, failure } = useCommandForm({
    schema: CodeForm,
    initial: { code: '' },
    send: ({ code }) => send(code),
    situation,
    onSuccess,
  })
  useEffect(() => {
    form.current?.querySelector('input')?.focus()
  }, [form])
  const isTotp = kind === 'totp'
  return (
    <>
      {failure && <NoticeBox kind="failure" {...failure} />}
      <form ref={form} className="form" noValidate onSubmit={submit}>
        <TextField
          label={isTotp ? 'Code from your authenticator app' : 'Recovery code'}
          help={isTotp ? 'Six digits, new every 30 seconds.' : 'Each code works once.'}
          autoComplete={isTotp ? 'one-time-code' : 'off'}
          inputMode={isTotp ? 'numeric' : 'text'}
          autoCapitalize="none"
          spellCheck={false}
          {...fieldProps('code')}
        />
        <SubmitButton busy={busy} text={text} busyText="Checking..." />
      </form>
    </>
  )
}
