import { useSyncExternalStore } from 'react'

const onChange = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the device believes it has a network: false is certain, true is not. */
export const useOnlineStatus = (): boolean => useSyncExternalStore(onChange, () => navigator.onLine)
