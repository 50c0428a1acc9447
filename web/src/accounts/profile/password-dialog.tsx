import type { ReactNode } from 'react'
import { z } from 'zod'
import { ModalForm } from '../../shared/dialogs/modal-form.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { useCommandForm } from '../../shared/forms/use-command-form.ts'
import { ownFactorsKey } from './own-factors.ts'
import { OwnPassword, OwnPasswordField } from './own-password-field.tsx'

const PasswordForm = z.object({ password: OwnPassword })

export const PasswordDialog = <Answer,>({
  title,
  text,
  success,
  send,
  onDone,
  onClose,
  children,
}: {
  title: string
  text: string
  success?: string
  send: (password: string) => Promise<Answer>
  onDone: (answer: Answer) => void
  onClose: () => void
  children?: ReactNode
}) => {
  const form = useCommandForm({
    schema: PasswordForm,
    initial: { password: '' },
    send: ({ password }) => send(password),
    situation: 'account',
    invalidates: { queryKey: ownFactorsKey },
    onSuccess: onDone,
    ...(success && { success }),
  })
  return (
    <ModalForm title={title} form={form} text={text} busyText="Checking..." onClose={onClose}>
      {form.failure && <NoticeBox kind="failure" {...form.failure} />}
      {children}
      <OwnPasswordField {...form.fieldProps('password')} />
    </ModalForm>
  )
}
