import { useLocation } from 'react-router-dom'

/**
 * Tells screens apart. The review queue and the statement import count as screens of their own;
 * tabs, pages and filters belong to the same screen.
 */
export const useScreen = (): string => {
  const { pathname, search } = useLocation()
  return `${pathname} ${new URLSearchParams(search).get('view') ?? ''}`
}
