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

/** In slices of a few milliseconds, so that a slow phone stays responsive: rendering here never waits for code. */
const renderInSlices = () => startTransition(render)

/**
 * Evaluates what the page has preloaded, a chunk in each task, so that none is long. Each comes after
 * its imports: see `web/build/pages.ts`.
 */
const evaluateChunks = async () => {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')
  for (const { href } of links) await import(/* @vite-ignore */ href)
}

// The page shows its frame until then. A screen that cannot be loaded is tried again, and reported,
// by the router.
evaluateChunks().then(preloadScreen).then(renderInSlices, render)
