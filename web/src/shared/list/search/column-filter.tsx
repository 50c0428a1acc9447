import '../../fields/field.css'
import { OverlayPanel } from 'primereact/overlaypanel'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Button } from '../../buttons/button.tsx'
import { FilterIcon } from '../../style/more-icons.tsx'
import './column-filter.css'
import type { ListControls } from '../use-list-state.ts'

/** Milliseconds between opening and focusing the input, as the specification requires. */
const focusDelay = 100

/**
 * A column's own search. Search applies the filter and closes the panel, Filter applies it and
 * keeps the panel open, Reset shows all rows again.
 */
export const ColumnFilter = ({
  name,
  header,
  controls: { state, change },
}: {
  /** The filter's name in the URL. */
  name: string
  header: string
  controls: ListControls
}) => {
  const panel = useRef<OverlayPanel>(null)
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const id = useId()
  const applied = state.filters[name] ?? ''
  const [typed, setTyped] = useState(applied)
  const [open, setOpen] = useState(false)

  const apply = (text: string) => change({ filters: { [name]: text } })
  const close = () => {
    panel.current?.hide()
    button.current?.focus()
  }
  const search = (event: FormEvent) => {
    event.preventDefault()
    apply(typed)
    close()
  }
  const reset = () => {
    setTyped('')
    apply('')
    close()
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
        onClick={(event) => {
          setTyped(applied)
          panel.current?.toggle(event)
        }}
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
            <Button size="small" variant="quiet" onClick={() => apply(typed)}>
              Filter
            </Button>
          </div>
        </form>
      </OverlayPanel>
    </>
  )
}
