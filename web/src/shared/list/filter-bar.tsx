import { type ReactNode, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { SpanField } from '../fields/days/day-field.tsx'
import { classNames } from '../style/class-names.ts'
import './filter-bar.css'
import { isFiltered, withoutFilters } from './list-state.ts'
import { SearchBox } from './search/search-box.tsx'
import type { ListControls } from './use-list-state.ts'

type Props = {
  controls: ListControls
  label: string
  placeholder: string
  focusFirst?: boolean
  children: ReactNode
}

/**
 * A list's search, days and other filters. On a phone, a button shows and hides all of them except
 * the search.
 */
export const FilterBar = ({
  controls: { state, change },
  label,
  placeholder,
  focusFirst = false,
  children,
}: Props) => {
  const { search = '', dateFrom = '', dateTo = '' } = state.filters
  const [open, setOpen] = useState(false)
  const used = Object.entries(state.filters).filter(
    ([name, text]) => name !== 'search' && text !== '',
  )
  return (
    <div className={classNames('list-tools filter-bar', open && 'filter-bar-open')}>
      <SearchBox
        label={label}
        placeholder={placeholder}
        focusFirst={focusFirst}
        value={search}
        onSearch={(text) => change({ filters: { search: text } }, { replace: true })}
      />
      <Button className="filter-bar-switch" aria-expanded={open} onClick={() => setOpen(!open)}>
        Filters{used.length > 0 && ` (${used.length})`}
      </Button>
      <div className="filter-bar-more">
        <SpanField
          span={{ from: dateFrom, to: dateTo }}
          onChange={({ from, to }) => change({ filters: { dateFrom: from, dateTo: to } })}
        />
        {children}
      </div>
      {isFiltered(state) && (
        <Button variant="quiet" onClick={() => change(withoutFilters(state))}>
          Clear
        </Button>
      )}
    </div>
  )
}
