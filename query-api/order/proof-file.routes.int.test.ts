import { expect, test } from 'vitest'
import { openTestShop } from '../testing/test-shop.ts'

const id = '7K3Q-ZM9X-WD4T'
const key = 'proofproofproofproof'

const orderWithProof = async () => {
  const shop = await openTestShop()
  await shop.files.write(
    key,
    (async function* () {
      yield Buffer.from('a picture')
    })(),
  )
  const order = await shop.order(id)
  const file = { fileUid: '33333333-3333-4333-8333-333333333333', key, size: 9, sha256: 'ab' }
  const files = [{ ...file, type: 'image/png' as const }]
  await shop.append(`order-${id}`, [order.created({ fileNames: ['Ada’s (1), x.png'] }, { files })])
  const { json } = await shop.get('/api/admin/orders', 'auditor')
  return { shop, link: json().result.data[0].filepath as string }
}

test('the link that staff get serves the proof of payment unchanged, with its own type', async () => {
  const { shop, link } = await orderWithProof()
  const { status, headers, text } = await shop.get(link)
  expect([status, text]).toEqual([200, 'a picture'])
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': '9',
    'content-disposition': "inline; filename*=UTF-8''Ada%E2%80%99s%20%281%29%2C%20x.png",
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'private, no-store',
  })
})

test('a link stops working after 15 minutes, and never works if it was altered', async () => {
  const { shop, link } = await orderWithProof()
  for (const altered of [
    link.replace('image%2Fpng', 'text%2Fhtml'),
    link.replace(key, `${key}x`),
    link.replace(/expires=\d+/, 'expires=9999999999'),
    link.replace(/signature=[\w-]/, 'signature='),
    `/api/files/${key}`,
  ])
    expect((await shop.get(altered)).status, altered).toBe(403)
  shop.clock.now = new Date(shop.clock.now.getTime() + 15 * 60_000)
  expect((await shop.get(link)).status).toBe(403)
})

test('a deleted file is not found, even with a link', async () => {
  const { shop, link } = await orderWithProof()
  await shop.files.delete(key)
  expect((await shop.get(link)).status).toBe(404)
})
