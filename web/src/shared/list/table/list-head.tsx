import '../../fields/field.css'
import { useId } from 'react'
import { SortIcon } from '../../style/more-icons.tsx'
import { nextSort } from '../list-state.ts'
import type { ListControls } from '../use-list-state.ts'
import { cellClass } from './cell-class.ts'
import type { Column, ListTableProps } from './list-table-props.ts'

export const ListHead = <Row,>({
  columns,
  rows,
  idOf,
  controls,
  selection,
  selectable = () => true,
  expansion,
  menu,
}: ListTableProps<Row>) => {
  const ids = rows.filter(selectable).map(idOf)
  const selected = ids.filter((id) => selection?.ids.has(id)).length
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className="list-cell-select">
            <label className="list-check">
              <input
                type="checkbox"
                data-select-all
                aria-label="Select all on this page"
                checked={ids.length > 0 && selected === ids.length}
                ref={(box) => {
                  if (box) box.indeterminate = selected > 0 && selected < ids.length
                }}
                onChange={() => selection.toggleAll(ids)}
              />
            </label>
          </th>
        )}
        {expansion && (
          <th scope="col" className="list-cell-expand">
            <span className="for-screen-readers">Details</span>
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.header} column={column} controls={controls} />
        ))}
        {menu && (
          <th scope="col" className="list-cell-menu">
            <span className="for-screen-readers">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

const HeadCell = <Row,>({ column, controls }: { column: Column<Row>; controls: ListControls }) => {
  const { header, sortField, numeric, secondary, filter } = column
  const { state, change } = controls
  const sorted = sortField !== undefined && state.sortField === sortField
  const order = state.sortOrder === 'asc' ? 'ascending' : 'descending'
  return (
    <th
      scope="col"
      className={cellClass({ numeric, secondary })}
      aria-sort={sorted ? order : undefined}
    >
      <span className="list-head">
        {sortField ? (
          <button
            type="button"
            className="list-sort"
            data-sorted={sorted ? order : undefined}
            onClick={() => change(nextSort(state, sortField))}
          >
            {header}
            <SortIcon />
          </button>
        ) : (
          header
        )}
        {filter}
      </span>
    </th>
  )
}

/**
 * The sorting and filters above a list that is shown as cards, because cards have no table head.
 */
export const SortSelect = <Row,>({
  columns,
  controls: { state, change },
}: {
  columns: Column<Row>[]
  controls: ListControls
}) => {
  const id = useId()
  const sortable = columns.filter(({ sortField }) => sortField)
  const filtered = columns.filter(({ filter }) => filter)
  return (
    <div className="list-sort-select">
      {sortable.length > 0 && (
        <>
          <label htmlFor={id}>Sort by</label>
          <select
            id={id}
            className="input"
            value={state.sortField === '' ? '' : `${state.sortField} ${state.sortOrder}`}
            onChange={(event) => {
              const [sortField = '', order] = event.target.value.split(' ')
              change({ sortField, sortOrder: order === 'asc' ? 'asc' : 'desc' })
            }}
          >
            <option value="">Default order</option>
            {sortable.flatMap(({ header, sortField }) => [
              <option key={`${sortField} asc`} value={`${sortField} asc`}>
                {header}, ascending
              </option>,
              <option key={`${sortField} desc`} value={`${sortField} desc`}>
                {header}, descending
              </option>,
            ])}
          </select>
        </>
      )}
      {filtered.length > 0 && (
        <div className="column-filters">
          {filtered.map(({ header, filter }) => (
            <span key={header}>
              {header} {filter}
            </span>
          ))}
        </div>
      )}
    </div>
  )
}
