import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { IconButton } from '../shared/buttons/icon-button.tsx'
import { DialogOutline } from '../shared/dialogs/dialog-outline.tsx'
import { SearchIcon } from '../shared/style/more-icons.tsx'
import { useStaffKeys } from './use-staff-keys.ts'

const Palette = lazy(async () => ({
  default: (await import('./palette/palette.tsx')).Palette,
}))

const isApple = /Mac|iP/.test(navigator.platform)

/** The button and the keys that open the palette, which leads to any screen, order or action. */
export const Finder = () => {
  // Counts the openings, so that each is told apart; 0 when closed. A dialog reports its closing a moment late,
  // when the next one may already be open.
  const [shown, setShown] = useState(0)
  const openings = useRef(0)
  const open = useCallback(() => setShown(++openings.current), [])
  useStaffKeys(open)
  return (
    <>
      <IconButton
        label="Go to a screen, an order or an action"
        className="staff-find"
        aria-haspopup="dialog"
        data-keys={isApple ? '⌘K' : 'Ctrl K'}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <SearchIcon />
      </IconButton>
      {shown > 0 && (
        <Suspense fallback={<DialogOutline />}>
          <Palette
            key={shown}
            onClose={() => setShown((current) => (current === shown ? 0 : current))}
          />
        </Suspense>
      )}
    </>
  )
}
