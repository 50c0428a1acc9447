import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../buttons/button.tsx'
import { formatNumber } from '../../format/money.tsx'
import type { Selection } from './use-selection.ts'
import './bulk-bar.css'

/** The number of selected rows, the actions on them, and a button that deselects all. */
export const SelectionBar = ({
  selection,
  shown,
  children,
}: {
  selection: Selection
  shown: boolean
  children: ReactNode
}) => {
  useFocusBackToList(shown)
  return (
    <div className="bulk-bar" role="status">
      {shown && (
        <>
          <span>
            <strong>{formatNumber(selection.ids.size)}</strong> selected
          </span>
          {children}
          <Button size="small" variant="quiet" onClick={() => selection.set([])}>
            Clear
          </Button>
        </>
      )}
    </div>
  )
}

/**
 * If the bar disappears, and with it the pressed button, moves the focus to where the user would
 * begin the next selection.
 */
const useFocusBackToList = (shown: boolean): void => {
  const wasShown = useRef(shown)
  useEffect(() => {
    const isGone = wasShown.current && !shown
    wasShown.current = shown
    if (isGone && document.activeElement === document.body)
      document.querySelector<HTMLElement>('main [data-select-all]')?.focus({ preventScroll: true })
  }, [shown])
}

export const BulkBar = ({
  selection,
  text,
  onAct,
  children,
}: {
  selection: Selection
  text: string
  onAct: () => void
  children: ReactNode
}) => (
  <SelectionBar selection={selection} shown={selection.ids.size > 0}>
    {children}
    <Button size="small" onClick={onAct}>
      {text} selected
    </Button>
  </SelectionBar>
)
