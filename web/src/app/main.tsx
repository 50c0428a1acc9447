import './no-eval.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import '../shared/style/tokens.css'
import '../shared/style/base.css'
import { Providers } from './providers.tsx'
import { preloadScreen, Router } from './router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has lost its #root')

const app = (
  <StrictMode>
    <Providers>
      <Router />
    </Providers>
  </StrictMode>
)

const render = () => createRoot(root).render(app)

/**
 * Renders in slices of a few milliseconds, so that a slow phone stays responsive. All code has loaded by now.
 */
const renderInSlices = () => startTransition(render)

/**
 * Evaluates the preloaded chunks, one per task, so that no task is long. `web/build/pages.ts` lists each after
 * its imports.
 */
const evaluateChunks = async () => {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')
  for (const { href } of links) await import(/* @vite-ignore */ href)
}

// Until the screen has loaded, the page shows its frame. If a screen cannot be loaded, the router
// tries again and reports it.
evaluateChunks().then(preloadScreen).then(renderInSlices, render)
