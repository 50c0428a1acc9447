import { expect } from 'vitest'
import { drawnTests } from './testing/drawn-tests.ts'
import { expectSoundScreen } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'
import { chooseFrom, moveTo } from './testing/staff-actions.ts'

const { shop, openStaff } = await openSeededSuite()
const { drawn, draw } = drawnTests(3)
const { call } = shop
const people = '/dashboard/users'

const colleague = async (firstname: string): Promise<string> => {
  await shop.call('POST', '/api/admin/create-user', {
    firstname,
    lastname: 'Bello',
    phone: '08031234567',
    email: `${firstname.toLowerCase()}@strand.example`,
    roleid: 'administrator',
  })
  return `${firstname} Bello`
}

drawn(
  'archiving a person asks for confirmation, can be undone, and is not offered for yourself',
  async () => {
    const tola = await colleague('Tola')
    const screen = await openStaff(1440, people)
    const { page, close } = screen
    const own = page.getByRole('row', { name: /Shop Owner/ })
    await own.waitFor()
    expect(await own.getByRole('checkbox').isDisabled()).toBe(true)
    await own.getByRole('button', { name: /^Actions for/ }).click()
    expect(await page.getByRole('menuitem', { name: 'Archive' }).count()).toBe(0)
    await page.keyboard.press('Escape')

    const menu = page.getByRole('button', { name: `Actions for ${tola}` })
    const archive = async (answer: 'Cancel' | 'Archive') => {
      await menu.click()
      await page.getByRole('menuitem', { name: 'Archive' }).click()
      const question = page.getByRole('alertdialog', { name: `Archive ${tola}?` })
      await question.getByText('signed out everywhere').waitFor()
      await expectSoundScreen(screen, 'the question before a person is archived')
      await question.getByRole('button', { name: answer, exact: true }).click()
      await question.waitFor({ state: 'detached' })
    }
    await archive('Cancel')
    await menu.waitFor()
    await archive('Archive')
    await menu.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('Restored', { exact: true }).waitFor()
    await menu.waitFor()
    await close()
  },
)

drawn('typing an archived person’s email for a new user offers to restore them', async () => {
  await colleague('Ife')
  const found = await shop.call('GET', '/api/admin/users?email=ife@strand.example')
  await shop.call('DELETE', `/api/admin/delete-user/${found.result.data[0].userid}`)
  const screen = await openStaff(360, '/dashboard/add-users')
  const { page, close } = screen
  await page.getByLabel('First name').fill('Ife')
  await page.getByLabel('Last name').fill('Bello')
  await page.getByLabel('Email address').fill('Ife@strand.example')
  await page.getByLabel('Phone number').fill('08031234567')
  await page.getByLabel('Role').selectOption('administrator')
  screen.provokes('/api/admin/create-user')
  await page.getByRole('button', { name: 'Add User' }).click()
  await page.getByText('Ife Bello is archived').waitFor()
  await expectSoundScreen(screen, 'the offer to restore a person')
  await page.getByRole('button', { name: 'Restore' }).press('Enter')
  await page.waitForURL('**/dashboard/users')
  await page.getByText('Ife Bello').first().waitFor()
  await close()
})

drawn('a missing phone number leaves the profile’s field empty', async () => {
  const screen = await openStaff(360, '/dashboard/profile')
  const { page, close } = screen
  const phone = page.getByLabel('Phone number')
  await phone.waitFor()
  expect(await phone.inputValue()).toBe('')
  await close()
})

drawn(
  'text typed in a row stays when a colleague archives it, and can be saved once it is restored',
  async () => {
    await call('POST', '/api/admin/create-product', { productname: 'Frontal', price: 9_000 })
    const { result } = await call('GET', '/api/admin/products?productname=Frontal')
    const [{ productid }] = result.data
    // The list has only this row.
    const screen = await openStaff(1440, '/dashboard/product?productname=Frontal')
    const { page, close } = screen
    await chooseFrom(page, 'Actions for Frontal', 'Edit')
    const name = page.getByLabel('Product name')
    await name.fill('Frontal of 13 inches')
    await call('DELETE', `/api/admin/delete-product/${productid}`)
    screen.provokes('/api/admin/')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('This product was archived in the meantime').waitFor()
    expect(await name.inputValue()).toBe('Frontal of 13 inches')
    await expectSoundScreen(screen, 'the form of a row that a colleague archived')
    await page.getByRole('button', { name: 'Restore' }).press('Enter')
    await page.getByText('This product was archived in the meantime').waitFor({ state: 'detached' })
    await name.and(page.locator(':focus')).waitFor()
    expect(await name.inputValue()).toBe('Frontal of 13 inches')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await name.waitFor({ state: 'detached' })
    const saved = await call(
      'GET',
      `/api/admin/products?productname=${encodeURIComponent('of 13')}`,
    )
    expect(saved.result.data).toMatchObject([{ productid }])
    await close()
  },
)

drawn('Escape asks before it discards typed text, both in a dialog and in a row', async () => {
  const screen = await openStaff(360, '/dashboard/orders')
  const { page, close } = screen
  const question = page.getByText('Discard what you typed?')
  await page.getByRole('button', { name: 'Generate Order IDs' }).click()
  const field = page.getByLabel('Number of ids')
  await field.fill('12')
  await field.press('Escape')
  await question.waitFor()
  await expectSoundScreen(screen, 'the question before a dialog drops text')
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  expect(await field.inputValue()).toBe('12')
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  await field.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await field.waitFor({ state: 'detached' })

  await page.goto('/dashboard/product')
  const menu = page.getByRole('button', { name: 'Actions for Wig' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const price = page.getByLabel('Price')
  await price.press('Escape')
  await price.waitFor({ state: 'detached' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await price.fill('71000')
  await price.press('Escape')
  await question.waitFor()
  await price.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect(await price.inputValue()).toBe('71,000')
  await close()
})

drawn('a key in the status select opens its choices, not a dialog', async () => {
  const orderId = await shop.placeOrder()
  await shop.call('PUT', `/api/admin/approve-order/${orderId}`)
  const { page, close } = await openStaff(1440, '/dashboard/orders?tab=confirmed')
  const select = page.getByLabel(`Status of order ${orderId}`)
  for (const key of ['s', 'ArrowDown']) {
    await select.press(key)
    await page.keyboard.press('Escape')
    expect(await page.getByRole('dialog').count()).toBe(0)
  }
  await select.selectOption({ label: 'shipped' })
  await page.getByRole('dialog', { name: 'Update Order Message' }).waitFor()
  await close()
})

drawn('generated ids can be seen again until orders use them', async () => {
  const { result: ids } = await shop.call('POST', '/api/generate-paymentconfirmation-orderid?num=3')
  const { page, close } = await openStaff(360, '/dashboard/orders')
  await page.getByRole('button', { name: 'Generate Order IDs' }).click()
  await page.getByRole('button', { name: 'Show the 3 unused' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unused Order IDs' })
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual(ids)
  await close()
})

drawn(
  'while the shop is unreachable the user stays signed in, and the screens recover on their own',
  async () => {
    const { page, provokes, close } = await openStaff(360, '/dashboard/product')
    await page.getByText('Wig').waitFor()
    provokes('/')
    await page.route('**/api/**', (route) => route.abort())
    await page.reload()
    await page.getByText('The shop isn’t answering').waitFor()
    await page.unroute('**/api/**')
    await page.getByText('Wig').waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard/product')

    await page.route('**/api/**', (route) => route.abort())
    await moveTo(page, '/dashboard/delivery-location')
    await page.getByText(/could not be loaded/).waitFor()
    await page.unroute('**/api/**')
    await page.getByText('Lagos').waitFor()
    await close()
  },
)

drawn(
  'the full history shows seconds and proofs, and its timeline follows the slider',
  async () => {
    const orderId = await shop.placeOrder()
    await shop.call('PUT', `/api/admin/approve-order/${orderId}`)
    for (const orderStatus of ['shipped', 'returned', 'shipped', 'returned', 'shipped', 'returned'])
      await shop.call('PUT', `/api/order/${orderId}/status`, {
        orderId,
        orderStatus,
        orderMessage: 'Please see',
      })
    const { page, close } = await openStaff(1440, `/dashboard/audit/${orderId}`)
    const events = page.getByRole('list', { name: 'Events of the order, oldest first' })
    await events
      .getByText(/\d:\d\d:\d\d [ap]m/)
      .first()
      .waitFor()
    await page.getByRole('link', { name: /Open the PDF/ }).waitFor()
    const first = events.getByRole('listitem').first()
    const slider = page.getByRole('slider')
    await slider.press('Home')
    await slider.press('End')
    await slider.press('Home')
    const topOf = () => first.evaluate((item) => item.getBoundingClientRect().top)
    await expect.poll(topOf).toBeGreaterThanOrEqual(0)
    await close()
  },
)

drawn('on a phone the review queue shows the proof before the facts', async () => {
  const orderId = await shop.placeOrder('Adeyemi')
  const screen = await openStaff(360, `/dashboard/orders?tab=pending&view=review`)
  const { page, close } = screen
  await page.locator('.review-middle .order-id', { hasText: orderId }).waitFor()
  const [proof, facts] = await Promise.all(
    ['.review-proof', '.review-middle'].map((part) => page.locator(part).boundingBox()),
  )
  expect(proof?.y).toBeLessThan(facts?.y ?? 0)
  await expectSoundScreen(screen, 'the review queue')
  await close()
})

draw()
