import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { classNames } from '../../shared/style/class-names.ts'
import { type Option, type OptionGroup, usePaletteOptions } from './use-palette-options.ts'
import './palette.css'

const name = 'Go to a screen, an order or an action'

/**
 * The command palette: one field that leads to any screen, any order, and any action on the order
 * that the screen shows. It is a combobox with a listbox, as in the ARIA practices. When it closes,
 * the focus returns to the element that had it before.
 */
export const Palette = ({ onClose }: { onClose: () => void }) => {
  const listId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  // In a layout effect, so that no key reaches the screen between two renders.
  useLayoutEffect(() => {
    dialog.current?.showModal()
  }, [])
  const choose = ({ to, onSelect }: Option) => {
    // Closes the palette first. If the choice opens a dialog, the dialog then returns the focus to
    // the screen.
    dialog.current?.close()
    onSelect?.()
    if (to) navigate(to)
  }
  const { typed, type, groups, isSearching, active, onKeyDown } = usePalette(choose)
  const isEmpty = groups.length === 0
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: browsers close a dialog on Escape
    <dialog
      ref={dialog}
      className="palette"
      aria-label={name}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <input
        type="text"
        role="combobox"
        className="input"
        aria-label={name}
        aria-autocomplete="list"
        aria-expanded={!isEmpty}
        aria-controls={listId}
        aria-activedescendant={isEmpty ? undefined : `${listId}-${active}`}
        placeholder="Screen, order id, phone, name, action…"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        maxLength={200}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Choices id={listId} groups={groups} active={active} choose={choose} />
      <p className="palette-status" role="status">
        {isSearching ? 'Searching the orders…' : isEmpty && 'Nothing matches'}
      </p>
    </dialog>
  )
}

const Choices = ({
  id,
  groups,
  active,
  choose,
}: {
  id: string
  groups: OptionGroup[]
  active: number
  choose: (option: Option) => void
}) => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  let index = -1
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Choices"
      className="palette-list"
      hidden={groups.length === 0}
    >
      {groups.map(({ title, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox cannot contain a fieldset
        <div key={title} role="group" aria-label={title}>
          <p className="palette-title" aria-hidden="true">
            {title}
          </p>
          {options.map((option) => {
            index++
            const isActive = index === active
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: in this pattern, the field handles the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
              <div
                key={`${option.text} ${option.to}`}
                id={`${id}-${index}`}
                role="option"
                aria-selected={isActive}
                className={classNames('palette-option', isActive && 'palette-active')}
                onClick={() => choose(option)}
              >
                <span>{option.text}</span>
                {option.note && <span className="palette-note">{option.note}</span>}
                {option.key && <kbd>{option.key === ' ' ? 'Space' : option.key}</kbd>}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

/** The typed text, the active option, and the keys that change them. */
const usePalette = (choose: (option: Option) => void) => {
  const [typed, setTyped] = useState('')
  const [chosen, setActive] = useState(0)
  const [isWanted, setWanted] = useState(false)
  const { groups, isSearching } = usePaletteOptions(typed)
  const options = groups.flatMap((group) => group.options)
  const active = Math.min(chosen, Math.max(0, options.length - 1))
  const first = options[0]

  // If Enter was pressed before the search had an answer, for example right after pasting a number,
  // opens the first order found.
  useEffect(() => {
    if (!isWanted || isSearching) return
    setWanted(false)
    if (first) choose(first)
  })

  const type = (text: string) => {
    setTyped(text)
    setActive(0)
    setWanted(false)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const option = options[active]
    if (event.key === 'ArrowDown') setActive((active + 1) % Math.max(1, options.length))
    else if (event.key === 'ArrowUp') setActive(active === 0 ? options.length - 1 : active - 1)
    else if (event.key !== 'Enter') return
    else if (option) choose(option)
    else setWanted(isSearching)
    event.preventDefault()
  }
  return { typed, type, groups, isSearching, active, onKeyDown }
}
