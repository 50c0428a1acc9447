import type { Plugin } from 'vite'

/** The chunk with the bundler's helpers. It is each page's first script, and imports nothing. */
const firstChunk = 'rolldown-runtime'

// A page without a frame starts the app at once. A page in a background tab is not painted, so a
// timer starts the app there.
const code = `
const start = () => import(document.querySelector('meta[name="app"]').content)
if (document.getElementById('root').firstChild) {
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  setTimeout(start, 500)
} else start()
`

/**
 * Starts the app after the page's frame is painted. Otherwise the browser would evaluate all
 * scripts before the first paint, which takes a third of a second on a slow phone.
 */
export const startAfterPaint: Plugin = {
  name: 'start-after-paint',
  apply: 'build',
  renderChunk: (chunk, { name }) => (name === firstChunk ? chunk + code : null),
}

/** Preloads a chunk at low priority, because the first paint does not need it. */
export const preloadTag = (url: string) =>
  `<link rel="modulepreload" fetchpriority="low" crossorigin href="${url}">`

const script = /[ \t]*<script type="module" crossorigin src="([^"]+)"><\/script>\n?/g

/** Makes a page load all scripts at once, but evaluate only the first, which starts the app. */
export const withLateStart = (html: string): string => {
  const files = [...html.matchAll(script)].map(([, file = '']) => file)
  const [first, ...others] = files
  if (!first?.includes(firstChunk)) throw new Error(`The first script is not ${firstChunk}`)
  const tags = [
    ...others.map(preloadTag),
    `<meta name="app" content="${files.at(-1)}">`,
    `<script type="module" fetchpriority="low" crossorigin src="${first}"></script>`,
  ]
  return html.replace(script, '').replace('</head>', `${tags.join('')}</head>`)
}
