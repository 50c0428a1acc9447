import { useSyncExternalStore } from 'react'

const onChange = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the device believes that it is online. Only `false` is reliable. */
export const useOnlineStatus = (): boolean => useSyncExternalStore(onChange, () => navigator.onLine)
