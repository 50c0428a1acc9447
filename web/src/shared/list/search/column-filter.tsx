import '../../fields/field.css'
import { OverlayPanel } from 'primereact/overlaypanel'
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react'
import { Button } from '../../buttons/button.tsx'
import { FilterIcon } from '../../style/more-icons.tsx'
import './column-filter.css'
import type { ListControls } from '../use-list-state.ts'

/**
 * In milliseconds: the pause between opening the panel and focusing its input, from the
 * specification.
 */
const focusDelay = 100

/**
 * A column's own search. "Search" applies the typed text and closes the panel. "Filter" applies it
 * and keeps the panel open. "Reset" shows all rows again.
 */
export const ColumnFilter = ({
  name,
  header,
  controls: { state, change },
}: {
  name: string
  header: string
  controls: ListControls
}) => {
  const panel = useRef<OverlayPanel>(null)
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const applied = state.filters[name] ?? ''
  const [open, setOpen] = useState(false)

  const apply = (text: string) => change({ filters: { [name]: text } })
  const close = () => {
    panel.current?.hide()
    button.current?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="column-filter"
        data-applied={applied !== '' || undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={`Filter ${header}${applied === '' ? '' : `: ${applied}`}`}
        onClick={(event) => panel.current?.toggle(event)}
      >
        <FilterIcon />
      </button>
      <OverlayPanel
        ref={panel}
        className="column-filter-panel"
        pt={{ root: { 'aria-label': `Filter ${header}` } }}
        onShow={() => {
          setOpen(true)
          setTimeout(() => box.current?.focus(), focusDelay)
        }}
        onHide={() => setOpen(false)}
      >
        <FilterForm box={box} header={header} applied={applied} onApply={apply} onDone={close} />
      </OverlayPanel>
    </>
  )
}

/** Mounted each time the panel opens, so that it begins with the text that is currently applied. */
const FilterForm = (props: {
  box: RefObject<HTMLInputElement | null>
  header: string
  applied: string
  onApply: (text: string) => void
  onDone: () => void
}) => {
  const { box, header, onApply } = props
  const id = useId()
  const [typed, setTyped] = useState(props.applied)
  const search = (event: FormEvent) => {
    event.preventDefault()
    onApply(typed)
    props.onDone()
  }
  const reset = () => {
    onApply('')
    props.onDone()
  }
  return (
    <form className="column-filter-form" onSubmit={search}>
      <label htmlFor={id} className="for-screen-readers">
        Search {header}
      </label>
      <input
        ref={box}
        id={id}
        className="input"
        placeholder={`Search ${header.toLowerCase()}`}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="column-filter-buttons">
        <Button type="submit" size="small" variant="primary">
          Search
        </Button>
        <Button size="small" onClick={reset}>
          Reset
        </Button>
        <Button size="small" variant="quiet" onClick={() => onApply(typed)}>
          Filter
        </Button>
      </div>
    </form>
  )
}
