import { lazy, Suspense, useCallback, useState } from 'react'
import { IconButton } from '../shared/buttons/icon-button.tsx'
import { SearchIcon } from '../shared/style/more-icons.tsx'
import { useStaffKeys } from './use-staff-keys.ts'

const Palette = lazy(async () => ({
  default: (await import('./palette/palette.tsx')).Palette,
}))

/** The button and the keys that lead to any screen, order or action. */
export const Finder = () => {
  const [isOpen, setOpen] = useState(false)
  const open = useCallback(() => setOpen(true), [])
  useStaffKeys(open)
  return (
    <>
      <IconButton
        label="Go to a screen, an order or an action"
        className="staff-find"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <SearchIcon />
      </IconButton>
      {isOpen && (
        <Suspense fallback={null}>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
