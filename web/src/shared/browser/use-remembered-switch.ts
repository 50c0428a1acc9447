import { useState } from 'react'

export const rememberedSwitch = (key: string, initial: boolean): boolean => {
  try {
    return (localStorage.getItem(key) ?? (initial ? 'on' : 'off')) === 'on'
  } catch {
    return initial
  }
}

/** A switch whose position this browser remembers, if it allows storage. */
export const useRememberedSwitch = (
  key: string,
  initial: boolean,
): [boolean, (on: boolean) => void] => {
  const [on, setOn] = useState(() => rememberedSwitch(key, initial))
  const change = (wanted: boolean) => {
    setOn(wanted)
    try {
      localStorage.setItem(key, wanted ? 'on' : 'off')
    } catch {
      // The choice then lasts only as long as this page.
    }
  }
  return [on, change]
}
