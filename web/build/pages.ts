import type { Plugin, Rolldown } from 'vite'
import {
  knownDevice,
  requestReset,
  resetTitle,
  setPassword,
  signInTitle,
} from '../src/accounts/sign-in/first-texts.ts'
import { doors, howItWorks } from '../src/order/confirm-payment/first-texts.ts'
import { howToPay } from '../src/order/confirm-payment/pay/first-texts.ts'
import { orderIdHelp, whoSeesIt } from '../src/order/track-order/first-texts.ts'
import { notFound } from '../src/shop/not-found/first-texts.ts'
import { whatWeKeep } from '../src/shop/privacy/first-texts.ts'
import { acceptance, prices } from '../src/shop/terms/first-texts.ts'
import { type Frame, firstStyles, frameOf } from './frame.ts'
import { sources } from './sources.ts'
import { preloadTag, withLateStart } from './start-after-paint.ts'

type Page = {
  /**
   * The page's address. A final `/one` stands for any single path segment, such as an order's id.
   */
  name: string
  screens: string[]
  title: string
  /** The frame before the app starts; a page without a frame is blank until then. */
  frame?: Frame
  description: string
  /** Whether to ask search engines not to list the page. */
  noindex?: true
}

const account = (name: string, screen: string, heading: string, intro?: string): Page => ({
  name,
  screens: ['app/staff-routes.tsx', `accounts/sign-in/${screen}-page.tsx`],
  noindex: true,
  title: heading,
  frame: { layout: 'account', heading, texts: intro === undefined ? [] : [intro] },
  description: 'The order desk of the shop.',
})

/**
 * The HTML pages that the server sends, one file each (decision 156). It sends `dashboard` for
 * every address below `/dashboard`, and `index`, with status 404, for every address without a page.
 * All files start the same app, but differ in the first view, in the preloaded chunks, and in the
 * preview that a shared link shows. The texts are HTML.
 */
const pages: Page[] = [
  {
    name: 'confirm-payment',
    screens: ['order/confirm-payment/confirm-payment-page.tsx'],
    title: 'Confirm payment',
    frame: {
      layout: 'form',
      heading: 'Step 1 of 3 · Customer Details',
      texts: [howItWorks, `${doors.question} <a href="/pay">${doors.toPay}</a>`],
    },
    description: 'Tell us about your bank transfer, and we send what you bought.',
  },
  {
    name: 'pay',
    screens: ['order/confirm-payment/pay/pay-page.tsx'],
    title: 'Pay for your order',
    frame: { layout: 'customer', heading: 'Pay for your order', texts: [howToPay] },
    description: 'What your order costs, where to send the money, and a code to find it by.',
  },
  {
    name: 'track-order',
    screens: ['order/track-order/track-order-page.tsx'],
    title: 'Track your order',
    frame: { layout: 'customer', heading: 'Track your order', texts: [orderIdHelp] },
    description: 'See where your order is, by its id.',
  },
  {
    name: 'terms-conditions',
    screens: ['shop/terms/terms-page.tsx'],
    title: 'Terms &amp; conditions',
    frame: { layout: 'reading', heading: 'Terms &amp; conditions', texts: [acceptance, prices] },
    description: 'How we deliver, return and exchange.',
  },
  {
    name: 'privacy',
    screens: ['shop/privacy/privacy-page.tsx'],
    title: 'Privacy',
    frame: { layout: 'reading', heading: 'Privacy', texts: [whatWeKeep] },
    description: 'What we keep of you, why, and how to have it erased.',
  },
  {
    name: 'order-history/one',
    screens: ['order/track-order/order-history-page.tsx'],
    noindex: true,
    title: 'Your order',
    frame: { layout: 'reading', heading: 'Order history', texts: [whoSeesIt] },
    description: 'Every step of your order so far.',
  },
  account('admin', 'sign-in', signInTitle),
  account('request-reset-password', 'request-reset', requestReset.title, requestReset.intro),
  account('reset-password/one', 'reset-password', resetTitle),
  account('known-device/one', 'known-device', knownDevice.title, knownDevice.intro),
  ...['account-activation', 'change-password'].flatMap((name) =>
    [name, `${name}/one`].map((address) =>
      account(address, 'change-password', setPassword.title, setPassword.intro),
    ),
  ),
  {
    name: 'dashboard',
    screens: ['app/staff-routes.tsx'],
    noindex: true,
    title: 'Order desk',
    description: 'The order desk of the shop.',
  },
  {
    name: 'index',
    screens: ['shop/not-found/not-found-page.tsx'],
    noindex: true,
    title: 'Page not found',
    frame: { layout: 'not-found', heading: notFound },
    description: 'Confirm your payment, follow your order and tell us how it went.',
  },
]

const titleOf = ({ title }: Page) => `${title} · __SHOP_NAME__`

/** A page about one order or one email has no fixed address, so it gets no `og:url`. */
const addressOf = ({ name }: Page) =>
  name === 'index' || name.endsWith('/one')
    ? ''
    : `<meta property="og:url" content="__PUBLIC_URL__/${name}">`

/** The server replaces each `__…__` with a setting of the shop, escaped as HTML. */
const head = (page: Page) =>
  [
    `<meta name="description" content="${page.description}">`,
    `<meta property="og:title" content="${titleOf(page)}">`,
    `<meta property="og:description" content="${page.description}">`,
    '<meta property="og:site_name" content="__SHOP_NAME__">',
    '<meta property="og:type" content="website">',
    addressOf(page),
    '<meta property="og:image" content="__PUBLIC_URL__/preview.png">',
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    '<meta name="twitter:card" content="summary_large_image">',
    page.frame ? `<style nonce="__CSP_NONCE__">${firstStyles(page.frame)}</style>` : '',
  ].join('')

/**
 * The chunks and everything that they import. Each chunk comes after its imports, as in evaluation.
 */
const withImports = (
  files: string[],
  bundle: Rolldown.OutputBundle,
  seen = new Set<string>(),
): string[] =>
  files.flatMap((file) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || seen.has(file)) return []
    seen.add(file)
    return [...withImports(chunk.imports, bundle, seen), file]
  })

const chunkOf = (screen: string, bundle: Rolldown.OutputBundle): string => {
  const chunk = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.includes(sources + screen),
  )
  if (!chunk) throw new Error(`No chunk holds ${screen}: correct the list in web/build/pages.ts`)
  return chunk.fileName
}

const preloads = (screens: string[], html: string, bundle: Rolldown.OutputBundle) => {
  const chunks = screens.map((screen) => chunkOf(screen, bundle))
  return withImports(chunks, bundle)
    .filter((file) => !html.includes(`/${file}"`))
    .map((file) => preloadTag(`/${file}`))
    .join('')
}

/** The lines of index.html that are removed from pages without `noindex`. */
const notForSearchEngines = / *<!-- Not for search engines.*\n *<meta name="robots".*\n/

export const prerenderedPages: Plugin = {
  name: 'prerendered-pages',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const index = bundle['index.html']
      if (index?.type !== 'asset') throw new Error('The bundler made no index.html')
      // A stylesheet in the head would delay the first paint until it arrives.
      const styles: string[] = []
      const html = withLateStart(String(index.source))
        .replace(/ *<link rel="stylesheet"[^>]*>\n?/g, (link) => {
          styles.push(link.trim().replace('<link ', '<link fetchpriority="low" '))
          return ''
        })
        .replace(/ *<meta name="description"[^>]*>\n?/, '')
        .replace('</body>', `${styles.join('')}</body>`)
      for (const page of pages) {
        const ready = html
          .replace(page.noindex ? '' : notForSearchEngines, '')
          .replace(/<title>.*<\/title>/, () => `<title>${titleOf(page)}</title>`)
          .replace('</head>', `${head(page)}${preloads(page.screens, html, bundle)}</head>`)
          .replace(
            '<div id="root"></div>',
            `<div id="root">${page.frame ? frameOf(page.frame) : ''}</div>`,
          )
        if (page.name === 'index') index.source = ready
        else this.emitFile({ type: 'asset', fileName: `${page.name}.html`, source: ready })
      }
    },
  },
}
