import { Menu } from 'primereact/menu'
import { type ReactNode, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useKeptFocus } from './use-kept-focus.ts'
import './menu-button.css'

export type MenuEntry = {
  text: string
  /** An entry either opens a screen (`to`) or runs an action (`onSelect`). */
  to?: string
  onSelect?: () => void
  danger?: boolean
}

export const MenuButton = ({
  label,
  className,
  entries,
  disabled,
  children,
}: {
  /** The button's accessible name, if its content has no text. */
  label?: string
  className?: string
  entries: MenuEntry[]
  disabled?: boolean
  children: ReactNode
}) => {
  const menu = useRef<Menu>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const kept = useKeptFocus(disabled)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={(event) => menu.current?.toggle(event)}
        {...kept}
      >
        {children}
      </button>
      <Menu
        ref={menu}
        popup
        popupAlignment="right"
        className="menu"
        onShow={() => setOpen(true)}
        onHide={() => setOpen(false)}
        model={entries.map(({ text, to, onSelect, danger }) => ({
          label: text,
          className: danger ? 'menu-danger' : '',
          command: () => {
            // Focuses this button first. If the action opens a dialog, that dialog later returns
            // the focus to where it was, and the menu, which is closed by then, could not take it.
            button.current?.focus()
            onSelect?.()
            if (to) navigate(to)
          },
        }))}
      />
    </>
  )
}
