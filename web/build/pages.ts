import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'

type Page = {
  name: string
  /** The chunks to preload are those of these modules. */
  screens: string[]
  title: string
  /** Empty where no frame is shown. */
  heading: string
  description: string
  /** Not for search engines: decision 169. */
  noindex?: true
}

/**
 * The pages that the servers answer with, one file each: a path's first part names its page, and
 * `index.html` answers every other. All are the same app; they differ in what is shown, and already
 * loading, before the app starts, and in what a link to them shows elsewhere. Their texts are HTML.
 * Decision 156.
 */
const pages: Page[] = [
  {
    name: 'confirm-payment',
    screens: ['confirm-payment/confirm-payment-page.tsx'],
    title: 'Confirm payment',
    heading: 'Step 1 of 3 · Customer Details',
    description: 'Tell us about your bank transfer, and we send what you bought.',
  },
  {
    name: 'pay',
    screens: ['confirm-payment/pay/pay-page.tsx'],
    title: 'Pay for your order',
    heading: 'Pay for your order',
    description: 'What your order costs, where to send the money, and a code to find it by.',
  },
  {
    name: 'track-order',
    screens: ['track-order/track-order-page.tsx'],
    title: 'Track your order',
    heading: 'Track your order',
    description: 'See where your order is, by its id.',
  },
  {
    name: 'terms-conditions',
    screens: ['terms/terms-page.tsx'],
    title: 'Terms &amp; conditions',
    heading: 'Terms &amp; conditions',
    description: 'How we deliver, return and exchange.',
  },
  {
    name: 'privacy',
    screens: ['privacy/privacy-page.tsx'],
    title: 'Privacy',
    heading: 'Privacy',
    description: 'What we keep of you, why, and how to have it erased.',
  },
  {
    name: 'order-history',
    screens: ['track-order/order-history-page.tsx'],
    noindex: true,
    title: 'Your order',
    heading: 'Your order',
    description: 'Every step of your order so far.',
  },
  {
    name: 'admin',
    screens: ['app/staff-routes.tsx', 'account/sign-in-page.tsx'],
    noindex: true,
    title: 'Sign in',
    heading: '',
    description: 'The order desk of the shop.',
  },
]

const sources = fileURLToPath(new URL('../src/', import.meta.url))

/** Exactly what the first paint needs: the stylesheet itself arrives after it. */
const firstStyles = [
  'shared/style/tokens.css',
  'shared/style/base.css',
  'app/public-layout.css',
  'shared/feedback/loading.css',
  'confirm-payment/steps/step-heading.css',
  'app/first-paint.css',
]
  .map((file) => readFileSync(sources + file, 'utf8'))
  .join('')
  .replace(/\/\*.*?\*\//gs, '')
  .replace(/\s+/g, ' ')

/** The frame of a customer's screen: the app replaces it when it starts. */
const frame = ({ name, heading }: Page) => {
  const title = `<h1>${heading}</h1>`
  const isForm = name === 'confirm-payment'
  return [
    '<div class="public" aria-busy="true"><header class="public-header"><span class="public-brand">',
    '<img src="/icon.svg" width="32" height="32" alt="">__SHOP_NAME__</span></header>',
    '<main class="public-content"><div class="first-paint">',
    isForm ? `<div class="step-heading">${title}<div class="step-progress"></div></div>` : title,
    '<span class="skeleton"></span>'.repeat(6),
    '</div></main></div>',
  ].join('')
}

/** Servers replace `__…__` by the shop's settings, as HTML. */
const head = (page: Page) =>
  [
    `<meta name="description" content="${page.description}">`,
    `<meta property="og:title" content="${page.title} · __SHOP_NAME__">`,
    `<meta property="og:description" content="${page.description}">`,
    '<meta property="og:site_name" content="__SHOP_NAME__">',
    '<meta property="og:type" content="website">',
    '<meta property="og:image" content="__PUBLIC_URL__/icon-512.png">',
    `<style nonce="__CSP_NONCE__">${firstStyles}</style>`,
  ].join('')

/** A chunk and everything that it imports, in the order that they are needed. */
const withImports = (
  file: string,
  bundle: Rolldown.OutputBundle,
  found = new Set<string>(),
): Set<string> => {
  const chunk = bundle[file]
  if (chunk?.type !== 'chunk' || found.has(file)) return found
  found.add(file)
  for (const imported of chunk.imports) withImports(imported, bundle, found)
  return found
}

const chunkOf = (screen: string, bundle: Rolldown.OutputBundle): string => {
  const chunk = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.includes(sources + screen),
  )
  if (!chunk) throw new Error(`No chunk holds ${screen}: mend the list in web/build/pages.ts`)
  return chunk.fileName
}

const preloads = (screens: string[], html: string, bundle: Rolldown.OutputBundle) => {
  const files = new Set<string>()
  for (const screen of screens) withImports(chunkOf(screen, bundle), bundle, files)
  return [...files]
    .filter((file) => !html.includes(`/${file}"`))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join('')
}

/** The line of index.html that every page has which search engines should not show. */
const notForSearchEngines = / *<!-- Not for search engines.*\n *<meta name="robots".*\n/

/** Writes a page for each of `pages`, from the `index.html` that the bundler made. */
export const prerenderedPages: Plugin = {
  name: 'prerendered-pages',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const index = bundle['index.html']
      if (index?.type !== 'asset') throw new Error('The bundler made no index.html')
      // A stylesheet in the head would keep the browser from painting until it has arrived.
      const styles: string[] = []
      const html = String(index.source)
        .replace(/ *<link rel="stylesheet"[^>]*>\n?/g, (link) => {
          styles.push(link.trim())
          return ''
        })
        .replace(/ *<meta name="description"[^>]*>\n?/, '')
        .replace('</body>', `${styles.join('')}</body>`)
      for (const page of pages) {
        const ready = html
          .replace(page.noindex ? '' : notForSearchEngines, '')
          .replace(/<title>.*<\/title>/, () => `<title>${page.title}</title>`)
          .replace('</head>', `${head(page)}${preloads(page.screens, html, bundle)}</head>`)
          .replace(
            '<div id="root"></div>',
            `<div id="root">${page.heading === '' ? '' : frame(page)}</div>`,
          )
        this.emitFile({ type: 'asset', fileName: `${page.name}.html`, source: ready })
      }
    },
  },
}
