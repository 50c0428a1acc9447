import { someOf } from '@strand/platform/testing/random'
import { startSmtpServer } from '@strand/workers/testing/smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { expectSoundScreen, openScreen, signIn, startSeededShop } from './testing/screens.ts'

const openShop = async () => {
  const smtp = await startSmtpServer()
  const shop = await startSeededShop({ mailUrl: smtp.url, undoSeconds: 3_600 })
  onTestFinished(() => shop.close())
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  const open = async (width: number, url: string) => {
    const screen = await openScreen(browser, { address: shop.address, width, url })
    await signIn(screen.page)
    return screen
  }
  return { smtp, shop, open }
}

test('S11.10: the offer to undo says what will be mailed, and the history shows each mail', async () => {
  const { smtp, shop, open } = await openShop()
  smtp.state.behaviour = 'refuse'
  const widths = someOf([360, 768, 1440])
  for (const width of widths) {
    smtp.state.behaviour = 'refuse'
    const id = await shop.placeOrder()
    const screen = await open(width, '/dashboard/orders')
    const { page } = screen
    await page.getByRole('button', { name: `Actions for order ${id}` }).click()
    await page.getByRole('menuitem', { name: 'Approve' }).click()
    await page.getByText('The customer gets an email in 3600 s unless you undo.').waitFor()
    await expectSoundScreen(screen, 'the offer to undo')

    await page.goto(`/dashboard/audit/${id}`)
    await page
      .getByText(/^Email “order confirmed”: waiting until .+, in case of an undo$/)
      .waitFor()
    const failed = page.locator('.timeline-mail', { hasText: 'order received' })
    await failed.getByText(/failed .+ 550/).waitFor()
    await expectSoundScreen(screen, 'a history with mails')
    smtp.state.behaviour = 'accept'
    await failed.getByRole('button', { name: 'Send again' }).press('Enter')
    await page.getByText(/^Email “order received”: sent /).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter')
    await page.getByText('Undid the approval').first().waitFor()
    await shop.pool.query('update outbox set due_at = now()')
    await page.getByText('Email “order confirmed”: not sent: undone').waitFor()
    await expectSoundScreen(screen, 'a history with an undone approval')
    await screen.close()
  }
  expect(smtp.mails).toHaveLength(widths.length)
})

test('S3.19: a text for WhatsApp is prepared, edited, opened with the number, and recorded', async () => {
  const { shop, open } = await openShop()
  for (const width of someOf([360, 768, 1440])) {
    const id = await shop.placeOrder()
    const screen = await open(width, '/dashboard/orders')
    const { page } = screen
    await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }))
    await page.getByRole('button', { name: `Actions for order ${id}` }).press('Enter')
    await page.getByRole('menuitem', { name: 'Write on WhatsApp' }).click()
    const text = page.getByLabel('Your message')
    expect(await text.inputValue()).toContain(`Hello Ada, this is about your order ${id}.`)
    await expectSoundScreen(screen, 'the dialog for WhatsApp')
    await text.fill('')
    await expect
      .poll(() => page.getByRole('button', { name: 'Open WhatsApp' }).isDisabled())
      .toBe(true)
    await expectSoundScreen(screen, 'the dialog without a text')
    await text.fill('Which name is on the transfer?')
    const link = page.getByRole('link', { name: 'Open WhatsApp' })
    expect(await link.getAttribute('href')).toBe(
      'https://wa.me/2348031234567?text=Which%20name%20is%20on%20the%20transfer%3F',
    )
    const opened = page.context().waitForEvent('page')
    await link.press('Enter')
    await (await opened).close()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto(`/dashboard/audit/${id}`)
    await page.getByText('Which name is on the transfer?').first().waitFor()
    await page.getByText('Wrote to the customer on WhatsApp').first().waitFor()
    await expectSoundScreen(screen, 'a history with a contact')
    await screen.close()
  }
})
