import type { ArchiveReason } from '@strand/contracts/order/archive-reason'
import { ModalForm } from '../../../shared/dialogs/modal-form.tsx'
import { ArchiveReasonFields, useArchiveReason } from './archive-reason-fields.tsx'

/** Asks why before one order is archived, or a few at once. It closes before the shop answers. */
export const ArchiveDialog = ({
  title,
  archive,
  onClose,
}: {
  title: string
  archive: (why: ArchiveReason) => void
  onClose: () => void
}) => {
  const form = useArchiveReason((why) => {
    onClose()
    archive(why)
  })
  return (
    <ModalForm
      title={title}
      form={{ ...form, busy: false }}
      text="Archive"
      busyText="Archiving..."
      onClose={onClose}
    >
      <ArchiveReasonFields form={form} />
    </ModalForm>
  )
}
