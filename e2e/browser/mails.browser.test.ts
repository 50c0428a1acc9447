import { startProxy } from '@strand/platform/testing/proxy'
import { someOf } from '@strand/platform/testing/random'
import { startSmtpServer } from '@strand/workers/testing/smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { expectSoundScreen, openScreen, signIn, startSeededShop } from './testing/screens.ts'

test('S11.6, S11.8: staff see that the mail server is away, what is waiting, and that everything went out once it is back', async () => {
  const smtp = await startSmtpServer()
  const proxy = await startProxy(smtp.url)
  const shop = await startSeededShop({ mailUrl: proxy.url })
  onTestFinished(() => shop.close())
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  const url = '/dashboard/mails'
  const screens = await Promise.all(
    someOf([360, 768, 1440]).map((width) =>
      openScreen(browser, { address: shop.address, width, url }),
    ),
  )
  for (const { page } of screens) {
    await signIn(page)
    await page.getByRole('heading', { name: 'All emails went out' }).waitFor()
  }

  await proxy.away()
  const orderId = await shop.placeOrder()
  await shop.placeOrder()
  for (const screen of screens) {
    const { page } = screen
    const notice = page.getByRole('alert').filter({ hasText: 'The mail server isn’t answering' })
    await notice.getByText('2 emails are waiting').waitFor()
    await page.getByRole('heading', { name: 'No emails failed' }).waitFor()
    await notice.getByRole('link', { name: 'Waiting emails' }).press('Enter')
    await page.getByRole('heading', { name: 'Waiting emails' }).waitFor()
    await page.getByText(orderId).first().waitFor()
    // The notice does not link to its own screen.
    expect(await notice.getByRole('link').count()).toBe(0)
    await expectSoundScreen(screen, 'the mails that wait')
  }

  await proxy.back()
  for (const screen of screens) {
    const { page } = screen
    await page.getByRole('heading', { name: 'No emails are waiting' }).waitFor()
    await page.getByRole('alert').filter({ hasText: 'mail server' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Sent' }).press('Enter')
    await page.getByText(orderId).first().waitFor()
    await expectSoundScreen(screen, 'the mails that were sent')
  }
  expect(smtp.mails).toHaveLength(2)
})

test('S11.8: one key press sends all failed mails again', async () => {
  const smtp = await startSmtpServer()
  smtp.state.behaviour = 'refuse'
  const shop = await startSeededShop({ mailUrl: smtp.url })
  onTestFinished(() => shop.close())
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  const screen = await openScreen(browser, {
    address: shop.address,
    width: 1440,
    url: '/dashboard/mails',
  })
  const { page } = screen
  await signIn(page)
  await shop.placeOrder()
  await shop.placeOrder()
  await page.getByRole('navigation', { name: 'Staff' }).getByText('2 failed or held').waitFor()
  const button = page.getByRole('button', { name: 'Send all again (2)' })
  await button.waitFor()
  await expectSoundScreen(screen, 'the mails that failed')
  smtp.state.behaviour = 'accept'
  await button.press('Enter')
  await page.getByRole('heading', { name: 'All emails went out' }).waitFor()
  expect(smtp.mails).toHaveLength(2)
})
