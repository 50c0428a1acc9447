import { useState } from 'react'
import { readStored, writeStored } from './stored.ts'

export const rememberedSwitch = (key: string, initial: boolean): boolean =>
  (readStored('local', key) ?? (initial ? 'on' : 'off')) === 'on'

/** An on/off setting that this browser remembers, if it allows storage. */
export const useRememberedSwitch = (
  key: string,
  initial: boolean,
): [boolean, (on: boolean) => void] => {
  const [on, setOn] = useState(() => rememberedSwitch(key, initial))
  const change = (wanted: boolean) => {
    setOn(wanted)
    writeStored('local', key, wanted ? 'on' : 'off')
  }
  return [on, change]
}
