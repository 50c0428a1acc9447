import type { useArchiveQuestion } from './archive-question.tsx'
import { BulkBar } from './bulk-bar.tsx'
import type { useRowActions } from './use-row-actions.ts'
import type { Selection } from './use-selection.ts'

export type Tab = 'active' | 'archived'

export const actionOf = {
  active: { name: 'archive', text: 'Archive' },
  archived: { name: 'restore', text: 'Restore' },
} as const

/** Archives or restores the selected rows; rows for which that failed stay selected. */
export const BulkArchive = (props: {
  selection: Selection
  tab: Tab
  actOnAll: ReturnType<
    typeof useRowActions<'archive' | 'restore', 'archive' | 'restore'>
  >['actOnAll']
  ask: ReturnType<typeof useArchiveQuestion>['ask']
}) => {
  const { selection, tab } = props
  const { name, text } = actionOf[tab]
  const act = () =>
    void props.actOnAll(name, [...selection.ids], (refused) =>
      selection.set(refused.map(({ id }) => id)),
    )
  const onAct = () => props.ask(`Archive all ${selection.ids.size} selected?`, act)
  return <BulkBar selection={selection} text={text} onAct={onAct} />
}
