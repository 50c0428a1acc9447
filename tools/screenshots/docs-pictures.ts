import { writeFile } from 'node:fs/promises'
import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import type { TestBrowser } from '../../e2e/testing/browser.ts'
import type { Screen } from './steps.ts'

type Shot = { screen: string; width: number; height: number }

/** The pictures of the documentation, each with the screens that it shows side by side. */
const pictures: Record<string, Shot[]> = {
  'form-and-queue.png': [
    { screen: 'confirm-payment.3-card', width: 360, height: 920 },
    { screen: 'review.in-sight', width: 1160, height: 920 },
  ],
  'review-money.png': [{ screen: 'review.in-sight', width: 960, height: 1_000 }],
  'statements.png': [{ screen: 'money-statements', width: 960, height: 1_060 }],
}

const shoot = async (context: BrowserContext, screen: Screen) => {
  const page = await context.newPage()
  await page.goto(screen.url)
  await page.getByRole('heading').first().waitFor()
  await page.locator('.skeleton, .loading').first().waitFor({ state: 'detached' })
  await screen.lead?.(page)
  // Product pictures appear a moment after their surroundings.
  await page.waitForTimeout(600)
  return page.screenshot({ animations: 'disabled' })
}

/** Joins pictures into one, with space and a thin edge around each. */
const sideBySide = async (page: Page, shots: Buffer[]): Promise<Buffer> => {
  const images = shots.map((png) => `<img src="data:image/png;base64,${png.toString('base64')}">`)
  await page.setContent(
    `<style>body { display: inline-flex; gap: 24px; margin: 0; padding: 16px; background: #fff }
    img { height: 920px; border: 1px solid #ccc; border-radius: 8px }</style>${images.join('')}`,
  )
  return page.locator('body').screenshot()
}

/**
 * Writes the pictures into `folder`. `open` opens a browser context, signed in if the screen needs
 * it.
 */
export const writeDocsPictures = async (
  browser: TestBrowser,
  screens: Screen[],
  folder: string,
  open: (screen: Screen, size: { width: number; height: number }) => Promise<BrowserContext>,
): Promise<void> => {
  for (const [file, wanted] of Object.entries(pictures)) {
    const shots: Buffer[] = []
    for (const { screen: name, width, height } of wanted) {
      const screen = screens.find((one) => one.name === name)
      if (!screen) throw new Error(`There is no screen ${name}`)
      const context = await open(screen, { width, height })
      shots.push(await shoot(context, screen))
      await context.close()
    }
    const context = await browser.newContext({ viewport: { width: 1_800, height: 960 } })
    const [only] = shots
    const picture =
      shots.length === 1 && only ? only : await sideBySide(await context.newPage(), shots)
    await context.close()
    // 256 colours, which take a third of the bytes.
    await writeFile(`${folder}/${file}`, await sharp(picture).png({ palette: true }).toBuffer())
    process.stdout.write(`  docs/pictures/${file}\n`)
  }
}
