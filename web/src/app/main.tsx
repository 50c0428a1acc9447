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
 * Renders in slices of a few milliseconds, so that a slow phone stays responsive. All code must
 * have loaded before this is called.
 */
const renderInSlices = () => startTransition(render)

/**
 * Evaluates each preloaded chunk in a task of its own, so that no task takes long.
 * `web/build/pages.ts` lists each chunk after the chunks that it imports.
 */
const evaluateChunks = async () => {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')
  for (const { href } of links) await import(/* @vite-ignore */ href)
}

// The page shows the screen's frame until the screen has loaded. If loading fails, the router tries
// again and reports the failure.
evaluateChunks().then(preloadScreen).then(renderInSlices, render)
