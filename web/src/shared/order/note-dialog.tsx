import { AddNote, noteEndpoints } from '@strand/contracts/order/notes'
import { call } from '../api/client.ts'
import { ModalForm } from '../dialogs/modal-form.tsx'
import { useCommandForm } from '../forms/use-command-form.ts'
import { useColleagues } from '../server-state/colleagues.ts'
import { ordersKey } from '../server-state/order-queries.ts'
import { mentionedIn } from './mentioned.ts'
import { NoteField } from './note-field.tsx'

export const NoteDialog = ({ orderId, onClose }: { orderId: string; onClose: () => void }) => {
  const colleagues = useColleagues().data ?? []
  const form = useCommandForm({
    schema: AddNote.pick({ text: true }),
    initial: { text: '' },
    draft: `note.${orderId}`,
    send: ({ text }) =>
      call(noteEndpoints.addNote, {
        params: { orderId },
        body: { text, mentions: mentionedIn(text, colleagues) },
      }),
    success: 'Note added',
    situation: 'admin',
    invalidates: { queryKey: ordersKey },
    onSuccess: onClose,
  })
  return (
    <ModalForm
      title={`Note on order ${orderId}`}
      form={form}
      text="Add note"
      busyText="Adding..."
      onClose={onClose}
    >
      <NoteField colleagues={colleagues} {...form.fieldProps('text')} />
    </ModalForm>
  )
}
