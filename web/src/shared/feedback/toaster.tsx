import { type RefObject, useEffect, useRef, useState } from 'react'
import { useStore } from '../browser/store.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { classNames } from '../style/class-names.ts'
import { CloseIcon } from '../style/icons.tsx'
import { dismissToast, type Toast, toastDuration, toasts } from './toast.ts'
import './toaster.css'

/** Shows the toasts. Rendered once, at the root, because a live region must exist before its content. */
export const Toaster = () => {
  const shown = useStore(toasts)
  const region = useRef<HTMLElement>(null)
  const isLow = useClearOfField(region, shown)
  return (
    <section
      ref={region}
      className="toaster"
      data-low={isLow || undefined}
      aria-label="Notices"
      aria-live="polite"
      aria-relevant="additions"
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

/**
 * Moves the toasts to the other end of the window if they would cover the field that has the focus, such as the
 * first wrong field of the form that they are about. Returns whether they are at the lower end.
 */
const useClearOfField = (
  region: RefObject<HTMLElement | null>,
  shown: readonly Toast[],
): boolean => {
  const [isLow, setLow] = useState(false)
  useEffect(() => {
    if (shown.length === 0) return setLow(false)
    const look = () => {
      const field = document.activeElement
      const toast = region.current?.firstElementChild?.getBoundingClientRect()
      if (!toast || !field?.matches('input, select, textarea')) return
      const { top, bottom } = field.getBoundingClientRect()
      if (toast.top < bottom && top < toast.bottom) setLow(top < innerHeight / 2)
    }
    // The browser scrolls to a field after it has got the focus.
    const lookSoon = () => requestAnimationFrame(look)
    look()
    addEventListener('focusin', lookSoon)
    return () => removeEventListener('focusin', lookSoon)
  }, [region, shown])
  return isLow
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
