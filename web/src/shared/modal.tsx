import { Dialog } from 'primereact/dialog'
import type { ReactNode } from 'react'
import { CloseIcon } from './icons.tsx'
import './modal.css'

/** A window over the page. It takes the focus, keeps it, and gives it back when it closes. */
export const Modal = ({
  title,
  children,
  onClose,
  alert = false,
}: {
  title: string
  children: ReactNode
  onClose: () => void
  /** For what interrupts: read out at once. */
  alert?: boolean
}) => (
  <Dialog
    visible
    modal
    blockScroll
    draggable={false}
    resizable={false}
    header={title}
    onHide={onClose}
    className="modal"
    pt={{ root: { role: alert ? 'alertdialog' : 'dialog' } }}
    closeIcon={<CloseIcon />}
    ariaCloseIconLabel="Close"
  >
    {children}
  </Dialog>
)
