import { lazy, Suspense } from 'react'
import { DialogOutline } from '../dialogs/dialog-outline.tsx'

const NoteDialog = lazy(async () => ({ default: (await import('./note-dialog.tsx')).NoteDialog }))

/** The dialog for a note. Its code loads when someone first opens it. */
export const LazyNoteDialog = (props: { orderId: string; onClose: () => void }) => (
  <Suspense fallback={<DialogOutline />}>
    <NoteDialog {...props} />
  </Suspense>
)
