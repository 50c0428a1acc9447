import { useSyncExternalStore } from 'react'

const onChange = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the device believes that it has a network. Only “no” is certain. */
export const useOnlineStatus = (): boolean => useSyncExternalStore(onChange, () => navigator.onLine)
