import type { BulkAnswer } from '@strand/contracts/answer'
import { useState } from 'react'
import { BulkBar } from './bulk-bar.tsx'
import { BulkOutcomeDialog } from './bulk-outcome-dialog.tsx'
import type { useRowActions } from './use-row-actions.ts'
import type { Selection } from './use-selection.ts'

export type Tab = 'active' | 'archived'

export const actionOf = {
  active: { name: 'archive', text: 'Archive' },
  archived: { name: 'restore', text: 'Restore' },
} as const

/** Archives or restores the selected rows, and reports those that could not be. */
export const BulkArchive = (props: {
  selection: Selection
  tab: Tab
  actOnAll: ReturnType<
    typeof useRowActions<'archive' | 'restore', 'archive' | 'restore'>
  >['actOnAll']
}) => {
  const { selection, tab } = props
  const [failed, setFailed] = useState<BulkAnswer['failed']>([])
  const { name, text } = actionOf[tab]
  const onAct = () =>
    void props.actOnAll(name, [...selection.ids], (notDone) => {
      selection.set(notDone.map(({ id }) => id))
      setFailed(notDone)
    })
  return (
    <>
      <BulkBar selection={selection} text={text} onAct={onAct} />
      {failed.length > 0 && <BulkOutcomeDialog failed={failed} onClose={() => setFailed([])} />}
    </>
  )
}
