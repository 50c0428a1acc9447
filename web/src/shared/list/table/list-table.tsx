import { Fragment, type RefObject, useEffect, useId, useRef } from 'react'
import { MenuButton, type MenuEntry } from '../../buttons/menu-button.tsx'
import { useKeptFocus } from '../../buttons/use-kept-focus.ts'
import { classNames } from '../../style/class-names.ts'
import { ChevronIcon, MoreIcon } from '../../style/more-icons.tsx'
import type { Selection } from '../bulk/use-selection.ts'
import { cellClass } from './cell-class.ts'
import { ListHead, SortSelect } from './list-head.tsx'
import './list-table.css'
import './list-cards.css'
import type { ListTableProps } from './list-table-props.ts'

export type { Column } from './list-table-props.ts'

/** A table. If there is little room, each row becomes a card. */
export const ListTable = <Row,>(props: ListTableProps<Row>) => {
  const frame = useRef<HTMLDivElement>(null)
  useFocusBackToMenu(frame, props.editing?.id ?? null)
  useFocusAfterAction(frame, props.busy?.values().next().value, props.rows.map(props.idOf))
  return (
    <div ref={frame} className="list-table-frame">
      <SortSelect columns={props.columns} controls={props.controls} />
      <table className={classNames('list-table', props.compact && 'list-table-compact')}>
        <caption className="for-screen-readers">{props.label}</caption>
        <ListHead {...props} />
        <tbody>
          {props.rows.map((row) => (
            <ListRow key={props.idOf(row)} row={row} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const ListRow = <Row,>({ row, ...props }: { row: Row } & ListTableProps<Row>) => {
  const { columns, selection, selectable, expansion, menu, editing, busy } = props
  const id = props.idOf(row)
  const name = props.nameOf(row)
  const detailsId = useId()
  const isOpen = expansion?.open.has(id) ?? false
  const isBusy = busy?.has(id) ?? false
  const width = columns.length + (selection ? 1 : 0) + (expansion ? 1 : 0) + (menu ? 1 : 0)

  if (editing?.id === id)
    return (
      <tr className="list-row list-row-editing">
        <td colSpan={width}>{editing.render(row)}</td>
      </tr>
    )
  return (
    <Fragment>
      <tr
        data-row={id}
        className={classNames(
          'list-row',
          selection?.ids.has(id) && 'list-row-selected',
          isOpen && 'list-row-open',
          props.isGone?.(row) && 'list-row-gone',
        )}
        aria-busy={isBusy || undefined}
      >
        {selection && (
          <SelectCell
            id={id}
            name={name}
            selection={selection}
            enabled={selectable?.(row) ?? true}
          />
        )}
        {expansion && (
          <ExpandCell
            id={id}
            name={name}
            isOpen={isOpen}
            detailsId={detailsId}
            onToggle={expansion.toggle}
          />
        )}
        {columns.map(({ header, cell, headline, ...column }) =>
          headline ? (
            <th key={header} scope="row" className="list-cell-headline">
              {cell(row)}
            </th>
          ) : (
            <td key={header} data-label={header} className={cellClass(column)}>
              {cell(row)}
            </td>
          ),
        )}
        {menu && <MenuCell name={name} entries={menu(row)} isBusy={isBusy} />}
      </tr>
      {isOpen && (
        <tr className="list-details">
          <td id={detailsId} colSpan={width}>
            {expansion?.render(row)}
          </td>
        </tr>
      )}
    </Fragment>
  )
}

const SelectCell = ({
  id,
  name,
  selection,
  enabled,
}: {
  id: string
  name: string
  selection: Selection
  enabled: boolean
}) => {
  // Keeps the focus, because a colleague's change may disable the checkbox at any time.
  const kept = useKeptFocus(!enabled)
  return (
    <td className="list-cell-select">
      <label className="list-check">
        <input
          type="checkbox"
          checked={selection.ids.has(id)}
          onChange={() => enabled && selection.toggle(id)}
          aria-label={`Select ${name}`}
          {...kept}
        />
      </label>
    </td>
  )
}

const ExpandCell = (props: {
  id: string
  name: string
  isOpen: boolean
  detailsId: string
  onToggle: (id: string) => void
}) => (
  <td className="list-cell-expand">
    <button
      type="button"
      className="list-expander"
      aria-expanded={props.isOpen}
      aria-controls={props.isOpen ? props.detailsId : undefined}
      aria-label={`Details of ${props.name}`}
      onClick={() => props.onToggle(props.id)}
    >
      <ChevronIcon />
    </button>
  </td>
)

const MenuCell = ({
  name,
  entries,
  isBusy,
}: {
  name: string
  entries: MenuEntry[]
  isBusy: boolean
}) => (
  <td className="list-cell-menu">
    {entries.length > 0 && (
      <MenuButton
        className="icon-button"
        label={`Actions for ${name}`}
        entries={entries}
        disabled={isBusy}
      >
        <MoreIcon />
      </MenuButton>
    )}
  </td>
)

/** When a row's form closes, moves the focus to the row's menu. */
const useFocusBackToMenu = (frame: RefObject<HTMLDivElement | null>, editedId: string | null) => {
  const previousId = useRef(editedId)
  useEffect(() => {
    const left = previousId.current
    previousId.current = editedId
    if (left === null || editedId !== null) return
    const row = frame.current?.querySelector(`[data-row="${CSS.escape(left)}"]`)
    // If a colleague has archived the row, it disappears together with its form. The focus then
    // goes to the first menu in the list.
    const place = row ?? frame.current
    place?.querySelector<HTMLElement>('.list-cell-menu button')?.focus()
  }, [frame, editedId])
}

/**
 * If an action removes its row, the menu that has the focus disappears, too. This moves the focus
 * to the menu of the row that took the removed row's place.
 */
const useFocusAfterAction = (
  frame: RefObject<HTMLDivElement | null>,
  busyId: string | undefined,
  ids: string[],
) => {
  const place = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is where the action began
  useEffect(() => {
    if (busyId !== undefined) {
      place.current = ids.indexOf(busyId)
      return
    }
    if (place.current === null || document.activeElement !== document.body) return
    const menus = frame.current?.querySelectorAll<HTMLElement>('.list-cell-menu button') ?? []
    const menu = menus[place.current] ?? menus[menus.length - 1]
    place.current = null
    menu?.focus({ preventScroll: true })
  }, [frame, busyId])
}
