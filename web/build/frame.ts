import { readFileSync } from 'node:fs'
import { sources } from './sources.ts'

/** The part of a screen that the HTML page already contains, and shows before the app starts. */
export type Frame = {
  layout: 'form' | 'customer' | 'reading' | 'account' | 'not-found'
  heading: string
  /**
   * The screen's first paragraphs, in their final size, so that the largest text is part of the
   * first paint.
   */
  texts?: string[]
}

const layoutStyles: Record<Frame['layout'], string[]> = {
  form: ['app/public-layout.css', 'order/confirm-payment/steps/step-heading.css'],
  customer: ['app/public-layout.css'],
  reading: ['app/public-layout.css'],
  account: ['accounts/sign-in/account.css'],
  'not-found': ['app/public-layout.css', 'shop/not-found/not-found.css'],
}

/** The styles for the first paint only; the stylesheet arrives later. */
export const firstStyles = ({ layout }: Frame) =>
  [
    'shared/style/tokens.css',
    'shared/style/base.css',
    'shared/feedback/loading.css',
    ...layoutStyles[layout],
    'app/first-paint.css',
  ]
    .map((file) => readFileSync(sources + file, 'utf8'))
    .join('')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')

const brand = (size: number, name: string) =>
  `<img src="/icon.svg" width="${size}" height="${size}" alt="">${name}`
const bars = (count: number) => '<span class="skeleton"></span>'.repeat(count)

/**
 * CSS shows this text after a delay. A script cannot show it, because the text is for pages whose
 * scripts do not arrive.
 */
const late =
  '<p class="first-paint-late">This takes unusually long. <a href="">Load the page again</a></p>'

export const frameOf = ({ layout, heading, texts = [] }: Frame) => {
  const title = `<h1>${heading}</h1>`
  const paragraphs = texts.map((text) => `<p>${text}</p>`).join('')
  if (layout === 'account')
    return [
      `<main class="account" aria-busy="true"><span class="account-brand">${brand(40, 'Strand')}</span>`,
      `<div class="account-card first-paint-card">${title}${paragraphs}${bars(3)}${late}</div></main>`,
    ].join('')
  const content = {
    form: `<div class="first-paint"><div class="step-heading">${title}<div class="step-progress"></div></div>${paragraphs}${bars(6)}${late}</div>`,
    customer: `<div class="first-paint">${title}${paragraphs}${bars(6)}${late}</div>`,
    reading: `<div class="first-paint reading">${title}${paragraphs}${bars(6)}${late}</div>`,
    'not-found': `<div class="not-found"><p class="not-found-code">404</p>${title}</div>`,
  }[layout]
  return [
    '<div class="public" aria-busy="true"><header class="public-header">',
    `<span class="public-brand">${brand(32, '__SHOP_NAME__')}</span></header>`,
    `<main class="public-content">${content}</main></div>`,
  ].join('')
}
