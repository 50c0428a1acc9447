import { expect, test } from 'vitest'
import { captureAnswer } from './testing/notices.ts'
import { expectSoundScreen } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'
import { archiveWithReason, chooseFrom } from './testing/staff-actions.ts'

const { shop, openStaff } = await openSeededSuite()
const uuid = /[\da-f]{8}-[\da-f]{4}-/

type Row = Record<string, string>
const invited = async (lastname: string): Promise<string> => {
  await shop.call('POST', '/api/admin/create-user', {
    firstname: 'Tola',
    lastname,
    phone: '08031234567',
    email: `${lastname.toLowerCase()}@strand.example`,
    roleid: 'administrator',
  })
  const { result } = await shop.call('GET', `/api/admin/users?name=${lastname}`)
  return result.data[0].userid
}
const made = async (name: string): Promise<string> => {
  await shop.call('POST', '/api/admin/create-product', { productname: name, price: 5_000 })
  const { result } = await shop.call('GET', '/api/admin/products?results=100')
  return result.data.find(({ productname }: Row) => productname === name).productid
}

const lists = [
  { what: 'users', screen: '/dashboard/users', thing: 'user', make: invited, said: 'Tola ' },
  { what: 'products', screen: '/dashboard/product', thing: 'product', make: made, said: '' },
]

test.each(lists)('what could not be archived is told by name: $what', async (list) => {
  const gone = await list.make(`Gone${list.thing}`)
  await list.make(`Stays${list.thing}`)
  const screen = await openStaff(1440, list.screen)
  const { page, close } = screen
  for (const name of ['Gone', 'Stays'])
    await page.getByRole('checkbox', { name: `Select ${list.said}${name}${list.thing}` }).check()
  const answer = await captureAnswer(screen, `DELETE /api/admin/delete-${list.thing}`, {
    work: async () => {
      await page.getByRole('button', { name: 'Archive selected' }).click()
      const sure = page.getByRole('alertdialog').getByRole('button', { name: 'Archive' })
      if (list.thing === 'user') await sure.click()
    },
    meanwhile: () => shop.call('DELETE', `/api/admin/delete-${list.thing}/${gone}`),
  })
  const outcome = page.getByRole('dialog', { name: 'Not everything worked' })
  await outcome.getByText(`${list.said}Gone${list.thing}`, { exact: true }).waitFor()
  expect(await outcome.innerText()).not.toMatch(uuid)
  await expectSoundScreen(screen, 'what could not be archived')
  await outcome.getByRole('button', { name: 'Close' }).last().click()

  // The same dialog reports an undo that comes too late, and names the row.
  const [restored = ''] = answer.result ?? []
  await shop.call('PUT', `/api/admin/restore-${list.thing}/${restored}`)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await outcome.getByText(`${list.said}Stays${list.thing}`, { exact: true }).waitFor()
  expect(await outcome.innerText()).not.toMatch(uuid)
  await close()
})

test('a selection drops rows that were archived, here or by a colleague', async () => {
  const ids = [await made('Leaving A'), await made('Leaving B'), await made('Leaving C')]
  const { page, close } = await openStaff(1440, '/dashboard/product?productname=Leaving')
  for (const name of ['A', 'B', 'C'])
    await page.getByRole('checkbox', { name: `Select Leaving ${name}` }).check()
  await page.getByText('3 selected').waitFor()
  await shop.call('DELETE', `/api/admin/delete-product/${ids[0]}`)
  await chooseFrom(page, 'Actions for Leaving B', 'Archive')
  await page.getByText('1 selected').waitFor()
  // Rows stay selected on another page or after another search, if they still exist.
  await page.getByLabel('Search products').fill('nothing like it')
  await page.getByText('No products').waitFor()
  await page.getByText('1 selected').waitFor()
  await close()
})

test('an order that a colleague moves leaves the selection, even one of all matching orders', async () => {
  const orders: string[] = []
  for (let nth = 0; nth < 12; nth++) orders.push(await shop.placeOrder('Moving'))
  const { page, close } = await openStaff(1440, '/dashboard/orders?search=Moving')
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Select all that match' }).click()
  const bulk = (count: number) => page.getByRole('button', { name: `Bulk actions (${count})` })
  await bulk(12).waitFor()
  const approve = (id: string | undefined) => shop.call('PUT', `/api/admin/approve-order/${id}`)
  const [oldest, newest] = [orders[0], orders[11]]
  await approve(oldest)
  await bulk(11).waitFor()
  await approve(newest)
  await bulk(10).waitFor()
  const left = page.getByRole('checkbox', { name: `Select order ${newest}` })
  expect(await left.isDisabled()).toBe(true)
  // An action from a row's own menu also deselects the row.
  await archiveWithReason(page, `Actions for order ${orders[10]}`, 'Archive')
  await bulk(9).waitFor()
  await archiveWithReason(page, 'Bulk actions (9)', 'Archive selected')
  await page.getByText('9 of 9 orders archived').waitFor()
  await close()
})
