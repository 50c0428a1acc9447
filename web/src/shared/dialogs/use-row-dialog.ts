import { useEffect, useRef } from 'react'
import { toast } from '../feedback/toast.ts'
import { removeDraft } from '../forms/form-draft.ts'
import { useOpenDialog } from './use-open-dialog.ts'

/**
 * The dialog that is open for a row. While the user signs in again, only the row's id is stored.
 * Afterwards, the row is taken from the list.
 */
export const useRowDialog = <Kind extends string, Row>(
  screen: string,
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => string,
  draftsOf: (id: string) => string[],
) => {
  const [open, setOpen] = useOpenDialog<{ kind: Kind; id: string }>(screen)
  // The row as it was when the dialog opened, even if the list has changed since then.
  const given = useRef<Row | null>(null)
  const isOpened = (row: Row | null) => row !== null && idOf(row) === open?.id
  if (!isOpened(given.current)) given.current = rows?.find(isOpened) ?? null
  const isGone = open !== null && rows !== undefined && given.current === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: there is nothing to open
  useEffect(() => {
    if (!isGone) return
    for (const draft of draftsOf(open.id)) removeDraft(draft)
    toast.info({
      title: 'This entry is no longer in the list',
      text: 'Someone may have dealt with it in the meantime.',
    })
    setOpen(null)
  }, [isGone])
  return {
    opened: open && given.current ? { kind: open.kind, row: given.current } : null,
    show: (kind: Kind, row: Row) => {
      given.current = row
      setOpen({ kind, id: idOf(row) })
    },
    close: () => setOpen(null),
  }
}
