import sharp from 'sharp'
import { launchOwnBrowser } from '../../e2e/testing/browser.ts'
import { diceOf } from '../payments/dice.ts'
import type { Facts } from './facts.ts'
import { fontRules } from './fonts.ts'
import type { Layout } from './layouts.ts'
import type { Drawing } from './strange-layouts.ts'

export const variants = ['clean', 'recompressed', 'dark', 'tilted'] as const
export type Variant = (typeof variants)[number]

/** Draws receipts in a browser, as phone screenshots 1080 pixels wide, or as forwarded pictures. */
export const openRenderer = async () => {
  const browser = await launchOwnBrowser()
  const context = await browser.newContext({
    viewport: { width: 412, height: 300 },
    deviceScaleFactor: 1080 / 412,
  })
  const page = await context.newPage()
  const draw = async (html: string): Promise<Buffer> => {
    await page.setContent(html)
    return page.screenshot({ fullPage: true, type: 'png' })
  }
  return {
    draw: async (layout: Layout, facts: Facts, variant: Variant): Promise<Buffer> => {
      const clean = await draw(layout.html(facts, variant === 'dark'))
      if (variant === 'recompressed')
        return sharp(clean).resize({ width: 430 }).jpeg({ quality: 45 }).toBuffer()
      if (variant === 'tilted')
        return sharp(clean).rotate(2, { background: '#808080' }).jpeg({ quality: 80 }).toBuffer()
      return clean
    },
    /** The same seed always distorts the picture in the same way. */
    drawStrange: async (drawing: Drawing, seed: number): Promise<Buffer> => {
      const { html, font, width, scale, pdf, treat } = drawing
      const own = await browser.newContext({
        viewport: { width, height: 300 },
        deviceScaleFactor: scale,
      })
      const page = await own.newPage()
      await page.setContent(html.replace('<style>', `<style>${await fontRules(font)}`))
      await page.evaluate('document.fonts.ready')
      const drawn = pdf
        ? await page.pdf({ format: 'A4', printBackground: true })
        : await treat(await page.screenshot({ fullPage: true, type: 'png' }), diceOf(seed))
      await own.close()
      return drawn
    },
    close: () => browser.close(),
  }
}
