import { type ComponentType, lazy, useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * A screen in a chunk of its own. One that was loaded before the first render is shown by it: React
 * would show "Loading…" first, and then hold the screen back for 0.3 s.
 */
export const screen = (load: () => Promise<ComponentType>) => {
  let loaded: ComponentType | undefined
  const Lazy = lazy(async () => ({ default: await load() }))
  const Screen = () => {
    const Loaded = loaded ?? Lazy
    const { hash } = useLocation()
    // The browser looked for the place before the screen was there.
    useEffect(() => document.getElementById(hash.slice(1))?.scrollIntoView(), [hash])
    return <Loaded />
  }
  return Object.assign(Screen, {
    /** For before the first render only. */
    preload: async () => {
      loaded = await load()
    },
  })
}
