import { fold } from '@strand/contracts/folding'
import { useId, useMemo, useRef, useState } from 'react'
import './combobox.css'
import { classNames } from '../style/class-names.ts'
import type { FieldControl } from './field.tsx'

export type ComboboxOption = {
  id: string
  text: string
  /** Text beside the option, such as a price. Searches ignore it. */
  aside?: string
  note?: string
}
type Search = (options: ComboboxOption[], search: string) => ComboboxOption[]

type Choice = {
  options: ComboboxOption[]
  /** The id of the chosen option; empty if none is chosen. */
  value: string
  onChoose: (id: string) => void
  /** How to search. Default: finds the options that contain the typed text. */
  search?: Search | undefined
  /** Whether a better search is still loading, which may find more options. */
  searching?: boolean
}

/**
 * A text field that searches loaded options: the pattern "combobox with a listbox" of the ARIA
 * practices. The focus stays in the field. Arrow keys move to another option, Enter chooses that
 * option, and Escape closes the list. When the focus leaves the field, the field shows the chosen
 * option's text again.
 */
export const Combobox = ({
  control,
  onBlur,
  placeholder,
  disabled = false,
  searching = false,
  ...choice
}: Choice & {
  control: FieldControl
  onBlur?: () => void
  placeholder?: string
  disabled?: boolean
}) => {
  const listId = useId()
  const combobox = useCombobox(choice)
  const { text, open, active, matches, close, openAtChosen } = combobox
  const shown = open && matches.length > 0
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
        value={text}
        onChange={(event) => combobox.onType(event.target.value)}
        onClick={() => !open && openAtChosen(-1)}
        onFocus={(event) => event.target.select()}
        onKeyDown={combobox.onKeyDown}
        onBlur={() => {
          close()
          onBlur?.()
        }}
      />
      <ComboboxList id={listId} value={choice.value} shown={shown} {...combobox} />
      {open && matches.length === 0 && (
        <p className="combobox-list combobox-none" role="status">
          {searching ? 'Searching…' : `Nothing matches “${text}”`}
        </p>
      )}
    </div>
  )
}

/** The options that contain the text, with those that begin with it first. */
const containing: Search = (options, search) => {
  const wanted = fold(search)
  if (wanted === '') return options
  const place = ({ text }: ComboboxOption) => fold(text).indexOf(wanted)
  return options
    .filter((option) => place(option) >= 0)
    .sort((one, other) => Math.min(1, place(one)) - Math.min(1, place(other)))
}

const ComboboxList = ({
  id,
  value,
  shown,
  list,
  active,
  matches,
  choose,
}: { id: string; value: string; shown: boolean } & ReturnType<typeof useCombobox>) => (
  <div
    ref={list}
    id={id}
    role="listbox"
    aria-label="Choices"
    className="combobox-list"
    hidden={!shown}
    // Keeps the focus in the field when the user clicks an option or the scroll bar.
    onMouseDown={(event) => event.preventDefault()}
  >
    {matches.map((option, index) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: in this pattern, the field handles the keys
      // biome-ignore lint/a11y/useFocusableInteractive: in this pattern, the field keeps the focus
      <div
        key={option.id}
        id={`${id}-${index}`}
        role="option"
        aria-selected={option.id === value}
        className={classNames('combobox-option', index === active && 'combobox-active')}
        onClick={() => choose(option)}
      >
        <span>
          {option.text}
          {option.note !== undefined && <span className="combobox-note"> {option.note}</span>}
        </span>{' '}
        {option.aside !== undefined && <span className="amount">{option.aside}</span>}
      </div>
    ))}
  </div>
)

/** The state of a combobox: the search text, the active option, and the keys that change them. */
const useCombobox = ({ options, value, onChoose, search: find = containing }: Choice) => {
  const list = useRef<HTMLDivElement>(null)
  const chosen = options.find(({ id }) => id === value)
  // The typed text; null outside a search.
  const [search, setSearch] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const matches = useMemo(() => find(options, search ?? ''), [find, options, search])

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
    if (option) onChoose(option.id)
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
  const onType = (typed: string) => {
    setSearch(typed)
    show(typed === '' ? -1 : 0)
  }
  const text = search ?? chosen?.text ?? ''
  return { list, text, open, active, matches, choose, close, openAtChosen, onKeyDown, onType }
}
