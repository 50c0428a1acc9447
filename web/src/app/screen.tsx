import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { Loading } from '../shared/feedback/loading.tsx'

/**
 * A screen in a chunk of its own. While the chunk loads, the layout around the screen stays
 * visible. A preloaded screen appears in the first render. With `lazy` alone, React would show
 * "Loading…" first, and then delay the screen by 0.3 s.
 */
export const screen = (load: () => Promise<ComponentType>) => {
  let loaded: ComponentType | undefined
  const Lazy = lazy(async () => ({ default: await load() }))
  const Arrived = () => {
    const Loaded = loaded ?? Lazy
    const { hash } = useLocation()
    // Scrolls to the URL's anchor, because the element did not exist yet when the browser looked
    // for it.
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
    /** Must run before the first render. */
    preload: async () => {
      loaded = await load()
    },
  })
}
