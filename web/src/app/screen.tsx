import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { Loading } from '../shared/feedback/loading.tsx'

/**
 * A screen in a chunk of its own. The frame around it stays while the chunk is loading. A screen that is already
 * loaded appears in the first render; otherwise React would first show "Loading…" and then hold the screen back for
 * 0.3 s.
 */
export const screen = (load: () => Promise<ComponentType>) => {
  let loaded: ComponentType | undefined
  const Lazy = lazy(async () => ({ default: await load() }))
  const Arrived = () => {
    const Loaded = loaded ?? Lazy
    const { hash } = useLocation()
    // Scrolls to the anchor, because the browser looked for it before the screen was rendered.
    useEffect(() => {
      document.getElementById(hash.slice(1))?.scrollIntoView()
    }, [hash])
    return <Loaded />
  }
  const Screen = () => (
    <Suspense fallback={<Loading />}>
      <Arrived />
    </Suspense>
  )
  return Object.assign(Screen, {
    /** Call it only before the first render. */
    preload: async () => {
      loaded = await load()
    },
  })
}
