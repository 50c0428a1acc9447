import { Dialog } from 'primereact/dialog'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { DiscardQuestion } from '../forms/discard-question.tsx'
import { focusFirst } from '../forms/focus-first.ts'
import { useTypedText } from '../forms/use-typed-text.ts'
import { WholeValues } from '../order/whole-values.tsx'
import { CloseIcon } from '../style/icons.tsx'
import '../forms/form.css'
import { useHeldKeys } from './held-keys.ts'
import { useLostFocus } from './use-lost-focus.ts'
import './modal.css'

/**
 * A dialog over the page. It takes the focus, keeps it inside, and returns it when it closes.
 * Escape and the close button ask before they discard typed text or a restored draft.
 */
export const Modal = ({
  title,
  children,
  onClose,
  alert = false,
}: {
  title: string
  children: ReactNode
  onClose: () => void
  /** Whether the dialog is an alert, which screen readers announce at once. */
  alert?: boolean
}) => {
  const content = useRef<HTMLDivElement>(null)
  const [asking, setAsking] = useState(false)
  // PrimeReact's `Dialog` takes the focus only after fading in.
  const [hasFocus, setHasFocus] = useState(false)
  // Moves the focus to where the user begins. Otherwise, it would start on the close button. The
  // first field may still be loading, so each render tries again.
  const isPlaced = useRef(false)
  useLayoutEffect(() => {
    if (hasFocus && !isPlaced.current && content.current)
      isPlaced.current = focusFirst(content.current)
  })
  useLostFocus(content, hasFocus)
  const typed = useTypedText()
  const [opener] = useState(() => document.activeElement)
  const [heading] = useState(() =>
    opener?.closest('section')?.querySelector<HTMLElement>('h2[tabindex]'),
  )
  // Returns the focus on closing. PrimeReact's `Dialog` does so only if it is hidden before it is
  // removed, but here it is removed at once.
  useEffect(
    () => () => {
      setTimeout(() => {
        const isLost = document.activeElement?.closest('main, header, dialog, .modal') === null
        if (!isLost) return
        // The element that opened the dialog may be gone, for example with its row.
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
        else if (heading?.isConnected) heading.focus({ preventScroll: true })
        else document.querySelector<HTMLElement>('main h1')?.focus()
      })
    },
    [opener, heading],
  )
  const wouldLose = () =>
    typed.isLeft() || content.current?.querySelector('[data-holds-text]') != null
  const close = () => (asking || wouldLose() ? setAsking(!asking) : onClose())
  // PrimeReact's `Dialog` listens for Escape only once it is shown.
  useHeldKeys(!hasFocus, close)
  return (
    <Dialog
      visible
      modal
      blockScroll
      draggable={false}
      resizable={false}
      header={<WholeValues text={title} />}
      onHide={close}
      onShow={() => setHasFocus(true)}
      className="modal"
      pt={{ root: { role: alert ? 'alertdialog' : 'dialog' }, headerTitle: { tabIndex: -1 } }}
      closeIcon={<CloseIcon />}
      ariaCloseIconLabel="Close"
    >
      <div ref={content} {...typed.watch}>
        {children}
      </div>
      {asking && <DiscardQuestion onKeep={() => setAsking(false)} onDiscard={onClose} />}
    </Dialog>
  )
}
