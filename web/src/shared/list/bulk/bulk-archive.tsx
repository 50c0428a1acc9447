import { Button } from '../../buttons/button.tsx'
import { useOfferSelected } from '../../order/order-at-hand.ts'
import type { useArchiveQuestion } from './archive-question.tsx'
import { BulkBar } from './bulk-bar.tsx'
import type { useRowActions } from './use-row-actions.ts'
import type { Selection } from './use-selection.ts'

export type Tab = 'active' | 'archived'

export const actionOf = {
  active: { name: 'archive', text: 'Archive' },
  archived: { name: 'restore', text: 'Restore' },
} as const

/** Archives or restores the selected rows. Rows that failed stay selected. */
export const BulkArchive = (props: {
  singular: string
  selectable: readonly string[]
  selection: Selection
  tab: Tab
  actOnAll: ReturnType<
    typeof useRowActions<'archive' | 'restore', 'archive' | 'restore'>
  >['actOnAll']
  ask: ReturnType<typeof useArchiveQuestion>['ask']
}) => {
  const { selection, tab, singular, selectable } = props
  const { name, text } = actionOf[tab]
  const act = () =>
    void props.actOnAll(name, [...selection.ids], (refused) =>
      selection.set(refused.map(({ id }) => id)),
    )
  const onAct = () => props.ask(`Archive all ${selection.ids.size} selected?`, act)
  const count = selection.ids.size
  const wholePage = selectable.every((id) => selection.ids.has(id))
  const selectPage = {
    text: 'Select this page',
    onSelect: () => selection.set([...selection.ids, ...selectable]),
  }
  useOfferSelected({
    singular,
    count,
    actions: [{ text: `${text} selected`, onSelect: onAct }],
    selecting: wholePage ? [] : [selectPage],
  })
  return (
    <BulkBar selection={selection} text={text} onAct={onAct}>
      {!wholePage && (
        <Button size="small" onClick={selectPage.onSelect}>
          {selectPage.text}
        </Button>
      )}
    </BulkBar>
  )
}
