import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { eventually } from '@strand/platform/testing/eventually'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { openTestShop } from '../../testing/test-shop.ts'

test('without a mail server, each mail is an .eml file that mail programs can open', async () => {
  const parent = await mkdtemp(path.join(tmpdir(), 'strand-mail-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  const folder = path.join(parent, 'mail')
  const shop = await openTestShop()
  const workers = await shop.start({ mailUrl: pathToFileURL(folder).href })
  await workers.mailHealth()
  const { orderId, eventId, life, happens } = await shop.placeOrder()
  const approvedId = await happens(life.approved())
  await eventually(
    shop.outbox,
    (entries) => entries.length === 2 && entries.every(({ state }) => state === 'done'),
  )
  const names = (await readdir(folder)).sort()
  expect(names).toHaveLength(2)
  expect(names.some((name) => name.endsWith(`order-received-${eventId}.eml`))).toBe(true)
  expect(names.some((name) => name.endsWith(`order-confirmed-${approvedId}.eml`))).toBe(true)
  for (const name of names) {
    const mail = await PostalMime.parse(await readFile(path.join(folder, name)))
    expect(mail.to).toEqual([{ name: 'Ada Okafor', address: 'ada@example.com' }])
    expect(mail.html).toContain(orderId)
    expect(mail.text).toContain(orderId)
    expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600)
  }
})
