import { useId, useMemo, useRef, useState } from 'react'
import './combobox.css'
import { classNames } from '../style/class-names.ts'
import type { FieldControl } from './field.tsx'

export type ComboboxOption = { id: string; text: string }

/**
 * A text field that searches a list already loaded: the pattern "combobox with a listbox" of the
 * ARIA practices. The focus stays in the field; arrow keys move the active option, Enter chooses
 * it, Escape closes the list. Leaving the field restores the text of the chosen option.
 */
export const Combobox = ({
  control,
  options,
  value,
  onChoose: onSelect,
  onBlur,
  placeholder,
  disabled = false,
}: {
  control: FieldControl
  options: ComboboxOption[]
  /** Id of the chosen option, or empty. */
  value: string
  onChoose: (id: string) => void
  onBlur?: () => void
  placeholder?: string
  disabled?: boolean
}) => {
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const chosen = options.find(({ id }) => id === value)
  // The typed text; null while nobody is searching.
  const [search, setSearch] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const matches = useMemo(() => matching(options, search ?? ''), [options, search])
  const shown = open && matches.length > 0

  const show = (index: number) => {
    setOpen(true)
    setActive(index)
    requestAnimationFrame(() => list.current?.children[index]?.scrollIntoView({ block: 'nearest' }))
  }
  const close = () => {
    setOpen(false)
    setActive(-1)
    setSearch(null)
  }
  const choose = (option: ComboboxOption | undefined) => {
    if (option) onSelect(option.id)
    close()
  }
  const openAtChosen = (otherwise: number) =>
    show(
      Math.max(
        otherwise,
        matches.findIndex(({ id }) => id === value),
      ),
    )

  const onKeyDown = (event: React.KeyboardEvent) => {
    const last = matches.length - 1
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) return openAtChosen(0)
      if (event.key === 'ArrowDown') show(active >= last ? 0 : active + 1)
      else show(active <= 0 ? last : active - 1)
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      choose(matches[active] ?? (matches.length === 1 ? matches[0] : undefined))
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      close()
    }
  }

  return (
    <div className="combobox">
      <input
        {...control}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={listId}
        aria-activedescendant={open && matches[active] ? `${listId}-${active}` : undefined}
        placeholder={placeholder}
        disabled={disabled}
        value={search ?? chosen?.text ?? ''}
        onChange={(event) => {
          setSearch(event.target.value)
          show(event.target.value === '' ? -1 : 0)
        }}
        onClick={() => !open && openAtChosen(-1)}
        onFocus={(event) => event.target.select()}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close()
          onBlur?.()
        }}
      />
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label="Choices"
        className="combobox-list"
        hidden={!shown}
        // A click on an option or the scroll bar must not take the focus away from the field.
        onMouseDown={(event) => event.preventDefault()}
      >
        {matches.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys, by the pattern
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, by the pattern
          <div
            key={option.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={option.id === value}
            className={classNames('combobox-option', index === active && 'combobox-active')}
            onClick={() => choose(option)}
          >
            {option.text}
          </div>
        ))}
      </div>
      {open && matches.length === 0 && (
        <p className="combobox-list combobox-none" role="status">
          Nothing matches “{search}”
        </p>
      )}
    </div>
  )
}

/** The options that contain the text; those that begin with it first. */
const matching = (options: ComboboxOption[], search: string): ComboboxOption[] => {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return options
  const place = ({ text }: ComboboxOption) => text.toLowerCase().indexOf(wanted)
  return options
    .filter((option) => place(option) >= 0)
    .sort((one, other) => Math.min(1, place(one)) - Math.min(1, place(other)))
}
