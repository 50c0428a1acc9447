import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { keyTargetOf, singleKeys } from '../shared/browser/key-target.ts'
import { rememberedSwitch } from '../shared/browser/use-remembered-switch.ts'
import { paths } from '../shared/navigation/paths.ts'
import { usePermission } from '../shared/session/use-permission.ts'

/**
 * The keys that work on every staff screen. `/` goes to the screen's search or, if it has none, to
 * the search of all orders. Ctrl K (⌘K) opens the command palette.
 */
export const useStaffKeys = (openPalette: () => void): void => {
  const navigate = useNavigate()
  const mayRead = usePermission('orders.read')
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { isEditable, isInDialog } = keyTargetOf(event)
      const isCommand = event.ctrlKey || event.metaKey
      if (isCommand && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        if (!isInDialog) openPalette()
        return
      }
      if (event.key !== '/' || isCommand || event.altKey || isEditable || isInDialog) return
      if (!rememberedSwitch(singleKeys, true)) return
      const search = document.querySelector<HTMLInputElement>('main [data-search]')
      if (!search && !mayRead) return
      event.preventDefault()
      if (!search) return navigate(paths.allOrders)
      search.focus()
      search.select()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [navigate, mayRead, openPalette])
}
