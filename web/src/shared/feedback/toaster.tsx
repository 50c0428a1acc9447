import { useEffect, useRef, useState } from 'react'
import { useStore } from '../browser/store.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { classNames } from '../style/class-names.ts'
import { CloseIcon } from '../style/icons.tsx'
import { dismissToast, type Toast, toastDuration, toasts } from './toast.ts'
import './toaster.css'

/**
 * Shows the toasts. It is always rendered, at the root, because screen readers announce only
 * content that is added to an existing live region.
 */
export const Toaster = () => {
  const shown = useStore(toasts)
  return (
    <section className="toaster" aria-label="Notices" aria-live="polite" aria-relevant="additions">
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

const ToastCard = ({ toast }: { toast: Toast }) => {
  const [paused, setPaused] = useState(false)
  const left = useRef(toast.left ?? toastDuration)
  const dismiss = () => dismissToast(toast.id)
  useEffect(() => {
    if (paused) return
    const since = performance.now()
    const timer = setTimeout(() => dismissToast(toast.id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - since
    }
  }, [paused, toast.id])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only pauses its timer
    <div
      className={`toast toast-${toast.kind}`}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <div className={classNames('toast-words', toast.text?.includes('\n') && 'toast-lines')}>
        <p className="toast-title">{toast.title}</p>
        {toast.text && <p className="toast-text">{toast.text}</p>}
      </div>
      {toast.action?.(dismiss)}
      <IconButton label="Close notice" onClick={dismiss}>
        <CloseIcon />
      </IconButton>
    </div>
  )
}
