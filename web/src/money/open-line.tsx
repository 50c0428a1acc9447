import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { openLineOf, withForm, withoutLine } from './line-address.ts'

const LineDialog = lazy(async () => ({
  default: (await import('./line/line-dialog.tsx')).LineDialog,
}))

/** The line that the address names, over the list. */
export const OpenLine = () => {
  const [params, setParams] = useSearchParams()
  const { lineId, on, form } = openLineOf(params)
  if (lineId === null) return null
  const close = () => {
    setParams(withoutLine, { replace: true })
    setTimeout(focusListAgain, 50)
  }
  return (
    <Suspense fallback={null}>
      <LineDialog
        key={lineId}
        lineId={lineId}
        on={on ?? ''}
        form={form}
        onForm={(chosen) => setParams((now) => withForm(now, chosen), { replace: true })}
        onClose={close}
      />
    </Suspense>
  )
}

/** Where the row that opened the line has left the list, the list's first line has the focus. */
const focusListAgain = () => {
  if (document.activeElement !== document.body) return
  const target = document.querySelector<HTMLElement>('main .list-row a, main h1')
  target?.focus({ preventScroll: true })
}
