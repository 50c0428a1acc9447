import { type ArchiveReason, maxReasonLength } from '@strand/contracts/order/archive-reason'
import { useEffect } from 'react'
import { CheckField } from '../../../shared/fields/check-field.tsx'
import { MessageField } from '../../../shared/fields/message-field.tsx'
import { SelectField } from '../../../shared/fields/select-field.tsx'
import { useForm } from '../../../shared/forms/use-form.ts'
import { MailNotice } from '../../../shared/order/undo/mail-notice.tsx'
import { keptText } from '../dialogs/kept-text.ts'
import { draftOf } from '../order-commands.ts'
import {
  ArchiveReasonForm,
  type ArchiveReasonKind,
  archiveReasons,
  archiveReasonsFor,
  preparedReason,
} from './archive-reasons.ts'

type Values = ArchiveReason & { kind: ArchiveReasonKind }
const initial: Values = { kind: 'unpaid', reason: preparedReason('unpaid', false), tell: false }

/**
 * The state of the form that `ArchiveReasonFields` shows. For a single order, its text is stored as
 * a draft.
 */
export const useArchiveReason = (send: (why: ArchiveReason) => unknown, orderId?: string) =>
  useForm({
    schema: ArchiveReasonForm,
    initial,
    ...(orderId && { draft: draftOf('archive', orderId) }),
    send: async (why) => send(why),
  })

/**
 * If money was found, stops suggesting a reason that contradicts it. A reason that the user has
 * chosen or typed stays.
 */
export const useNoDenial = (form: ReturnType<typeof useArchiveReason>, isPaid: boolean): void => {
  const { kind, reason, tell } = form.values
  const isUntouched = kind === 'unpaid' && reason === preparedReason('unpaid', tell)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the money is found
  useEffect(() => {
    if (isPaid && isUntouched) form.change({ kind: 'other', reason: '' })
  }, [isPaid])
}

export const ArchiveReasonFields = ({
  form,
  isPaid = false,
}: {
  form: ReturnType<typeof useArchiveReason>
  /** Whether money that fits the order was found. */
  isPaid?: boolean
}) => {
  const { kind, reason, tell } = form.values
  const choose = (chosen: Pick<Values, 'kind' | 'tell'>) => {
    const proposed = preparedReason(chosen.kind, chosen.tell)
    form.change({ ...chosen, reason: keptText(reason, preparedReason(kind, tell), proposed) })
  }
  return (
    <>
      <SelectField
        label="Reason"
        value={kind}
        onChange={(chosen) => choose({ kind: chosen as ArchiveReasonKind, tell })}
        // With the keyboard, a letter already chooses a reason. This handler makes Enter archive
        // the order.
        onKeyDown={(event) => {
          if (event.key === 'Enter') form.form.current?.requestSubmit()
        }}
      >
        {archiveReasonsFor(isPaid).map((option) => (
          <option key={option} value={option}>
            {archiveReasons[option].title}
          </option>
        ))}
      </SelectField>
      <MessageField
        label={tell ? 'What the customer is told' : 'In the history, for staff'}
        rows={3}
        maxLength={maxReasonLength}
        {...form.fieldProps('reason')}
      />
      <CheckField
        label="Tell the customer"
        checked={tell}
        onChange={(checked) => choose({ kind, tell: checked })}
      />
      <p>
        <MailNotice isMailed={tell} />
      </p>
    </>
  )
}
