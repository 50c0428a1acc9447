import { useCallback, useEffect, useRef, useState } from 'react'
import { IconButton } from '../shared/buttons/icon-button.tsx'
import { DialogOutline } from '../shared/dialogs/dialog-outline.tsx'
import { SearchIcon } from '../shared/style/more-icons.tsx'
import type { Palette as PaletteDialog } from './palette/palette.tsx'
import { useStaffKeys } from './use-staff-keys.ts'

const isApple = /Mac|iP/.test(navigator.platform)

/**
 * The button and the keys that open the command palette, which leads to any screen, order or
 * action.
 */
export const Finder = () => {
  // 0 while the palette is closed, otherwise the number of this opening. The dialog reports its
  // closing a moment late, when the palette may already be open again; the number tells the two
  // apart.
  const [shown, setShown] = useState(0)
  const openings = useRef(0)
  const { Palette, load } = usePalette()
  const open = useCallback(() => {
    setShown(++openings.current)
    load()
  }, [load])
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
      {shown > 0 && Palette === null && <DialogOutline />}
      {shown > 0 && Palette !== null && (
        <Palette
          key={shown}
          onClose={() => setShown((current) => (current === shown ? 0 : current))}
        />
      )}
    </>
  )
}

/**
 * The palette's component. It loads together with the screen, because letters that are typed before
 * it has loaded would be lost.
 */
const usePalette = () => {
  const [Palette, setPalette] = useState<typeof PaletteDialog | null>(null)
  const load = useCallback(async () => {
    const loaded = await import('./palette/palette.tsx')
    setPalette(() => loaded.Palette)
  }, [])
  useEffect(() => {
    load().catch(() => {})
  }, [load])
  const loadOrFail = useCallback(() => {
    // Throws while React renders, so that the error boundary shows the error.
    const fail = (error: unknown) =>
      setPalette(() => {
        throw error
      })
    load().catch(fail)
  }, [load])
  return { Palette, load: loadOrFail }
}
