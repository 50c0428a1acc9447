import { randomBytes } from 'node:crypto'
import type { Role } from '@strand/contracts/accounts/permission'
import {
  maxPictureBytes,
  pictureSide,
  pictureTypes,
  unknownPicture,
} from '@strand/contracts/catalogue/picture'
import { fileTooLarge } from '@strand/contracts/uploads'
import { someOf } from '@strand/platform/testing/random'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openShop, type Shop, uploadForm } from '../testing/test-shop.ts'
import { sweepPictures } from './sweep-pictures.ts'

const plain = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } })
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })

const upload = async (
  shop: Shop,
  bytes: Buffer,
  { fileName = 'wig.png', role = 'administrator' as Role | null } = {},
) => {
  const { headers, payload } = uploadForm(bytes, fileName)
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/admin/product-pictures',
    payload,
    headers: { ...headers, ...(role && { authorization: `Bearer ${role}` }) },
  })
  return { status: answer.statusCode, body: answer.json() }
}
const pictureOf = async (shop: Shop, background = 'teal'): Promise<string> => {
  const bytes = await plain().flatten().tint(background).png().toBuffer()
  return (await upload(shop, bytes)).body.picture
}
const tracked = async ({ pool }: Shop) => (await pool.query('select from product_picture')).rowCount
const create = (shop: Shop, more: object, name = 'Bob wig') =>
  shop.call('POST', '/api/admin/create-product', { productname: name, price: 5, ...more })
const update = (shop: Shop, productid: string, more: object, name = 'Bob wig') =>
  shop.call('PUT', '/api/admin/update-product', {
    productid,
    productname: name,
    price: 5,
    ...more,
  })

test('a picture becomes a small square in two types, upright and without hidden data', async () => {
  const shop = await openShop()
  const photo = await plain(300, 900)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'the secret garden' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const polyglot = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')])
  const { status, body } = await upload(shop, polyglot)
  expect(status).toBe(201)
  expect([...shop.files.kept.keys()]).toEqual(pictureTypes.map((type) => body.picture + type))
  for (const stored of shop.files.kept.values()) {
    expect(stored.includes('script')).toBe(false)
    expect(stored.includes('secret garden')).toBe(false)
  }
  // The type is checked by the header, because the shop cannot decode WebP.
  const webp = shop.files.kept.get(`${body.picture}webp`) ?? Buffer.alloc(30)
  expect(webp.toString('latin1', 8, 16)).toBe('WEBPVP8 ')
  expect([webp.readUInt16LE(26), webp.readUInt16LE(28)]).toEqual([pictureSide, pictureSide])
  const again = await upload(shop, polyglot)
  expect(again.body.picture).toBe(body.picture)
  expect(await tracked(shop)).toBe(1)
})

test('the heaviest picture takes at most 15,000 bytes', async () => {
  const shop = await openShop()
  const checkers = randomBytes(pictureSide ** 2).map((byte) => (byte & 1) * 255)
  const heavy = [
    noise(pictureSide, pictureSide),
    noise(pictureSide, pictureSide),
    noise(1900, 1300),
    noise(pictureSide / 2, pictureSide * 3),
    sharp(checkers, { raw: { width: pictureSide, height: pictureSide, channels: 1 } }),
  ]
  const some = someOf(heavy, 2)
  for (const picture of some)
    expect((await upload(shop, await picture.png().toBuffer())).status).toBe(201)
  const sizes = [...shop.files.kept.values()].map(({ length }) => length)
  expect(sizes.length).toBe(some.length * pictureTypes.length)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(maxPictureBytes)
  expect(Math.min(...sizes)).toBeGreaterThan(1_000)
})

test('a file that is not a picture is refused with a message, and leaves nothing behind', async () => {
  const shop = await openShop()
  const bomb = await plain(20_000, 2_001).png({ compressionLevel: 9 }).toBuffer()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const large = Buffer.concat([await noise(50, 50).jpeg().toBuffer(), Buffer.alloc(50 * 2 ** 20)])
  const notPng = (name: string) => `${name} is neither a PNG nor a JPEG picture`
  const refused: [Buffer, string, number, string][] = [
    [bomb, 'bomb.png', 413, 'bomb.png has more than 40 megapixels.'],
    [large, 'large.jpg', 413, fileTooLarge('large.jpg')],
    [Buffer.from('%PDF-1.7\n'), 'receipt.png', 415, notPng('receipt.png')],
    [Buffer.from(`GIF89a${'x'.repeat(99)}`), 'wig.gif', 415, notPng('wig.gif')],
    [svg, 'wig.svg', 415, notPng('wig.svg')],
    [Buffer.alloc(0), 'empty.png', 415, notPng('empty.png')],
    [
      (await noise(90, 90).png().toBuffer()).subarray(0, 900),
      'torn.png',
      400,
      'torn.png is damaged: it cannot be shown as a picture',
    ],
  ]
  for (const [bytes, fileName, expected, text] of refused) {
    const { status, body } = await upload(shop, bytes, { fileName })
    expect([status, body.message]).toEqual([expected, text])
  }
  const { headers, payload } = uploadForm(Buffer.alloc(9))
  const url = '/api/admin/product-pictures'
  const authorized = { ...headers, authorization: 'Bearer administrator' }
  const none = payload.subarray(-17)
  expect(
    (await shop.app.inject({ method: 'POST', url, headers: authorized, payload: none })).statusCode,
  ).toBe(400)
  expect([shop.files.kept.size, await tracked(shop)]).toEqual([0, 0])
})

test('nobody without the right can upload one', async () => {
  const shop = await openShop()
  const bytes = await plain().png().toBuffer()
  expect((await upload(shop, bytes, { role: null })).status).toBe(401)
  expect((await upload(shop, bytes, { role: 'auditor' })).status).toBe(403)
  expect(shop.files.kept.size).toBe(0)
})

test('a product can get, keep and lose a picture and a group', async () => {
  const shop = await openShop()
  const picture = await pictureOf(shop)
  const { body } = await create(shop, { picture, group: ' Wigs ' })
  const events = async () =>
    (await shop.eventStore.readStream(`product-${body.productid}`)).map(({ data }) => data)
  const data = { productId: body.productid, name: 'Bob wig', price: 5 }
  expect(await events()).toEqual([{ ...data, picture, group: 'Wigs' }])
  await update(shop, body.productid, {})
  expect((await events()).length).toBe(1)
  await update(shop, body.productid, { picture: '', group: '' })
  await update(shop, body.productid, { picture: '' })
  expect((await events()).slice(1)).toEqual([{ ...data, picture: '', group: '' }])
})

test('a picture that the shop does not have is refused at its field', async () => {
  const shop = await openShop()
  for (const picture of ['0'.repeat(40), '../../etc/passwd', 'f'.repeat(39)]) {
    const { status, body } = await create(shop, { picture })
    expect([status, body.details]).toEqual([400, [{ path: 'picture', message: unknownPicture }]])
  }
})

test('a picture that no product has is deleted after a day; a used or archived one stays', async () => {
  const shop = await openShop()
  const wait = (hours: number) => {
    shop.clock.now = new Date(shop.clock.now.getTime() + hours * 3_600_000)
  }
  const sweep = async () => {
    await shop.project()
    return sweepPictures({ ...shop, now: () => shop.clock.now })
  }
  const [used, archived, replaced, unused] = await Promise.all(
    ['red', 'lime', 'blue', 'gray'].map((colour) => pictureOf(shop, colour)),
  )
  const { productid } = (await create(shop, { picture: used })).body
  const other = (await create(shop, { picture: archived }, 'Other')).body.productid
  await shop.call('DELETE', `/api/admin/delete-product/${other}`)
  const third = (await create(shop, { picture: replaced }, 'Third')).body.productid
  wait(23)
  expect(await sweep()).toBe(0)
  wait(2)
  expect(await sweep()).toBe(1)
  expect(shop.files.kept.has(`${unused}webp`)).toBe(false)
  expect((await create(shop, { picture: unused }, 'Late')).status).toBe(400)
  await update(shop, third, { picture: used }, 'Third')
  expect(await sweep()).toBe(1)
  const kept = [used, archived].flatMap((picture) => pictureTypes.map((type) => picture + type))
  expect([...shop.files.kept.keys()].sort()).toEqual(kept.sort())
  // A product has just named the picture again, so it stays for a day, whatever the read model
  // shows.
  await update(shop, third, { picture: archived }, 'Third')
  await update(shop, productid, { picture: '' })
  expect(await sweep()).toBe(0)
})

test('a read model that lags or cannot show a product deletes no picture', async () => {
  const shop = await openShop()
  await create(shop, { picture: await pictureOf(shop) })
  shop.clock.now = new Date(shop.clock.now.getTime() + 25 * 3_600_000)
  const sweep = () => sweepPictures({ ...shop, now: () => shop.clock.now, timeoutMs: 150 })
  expect(await sweep()).toBe(0)
  await shop.project()
  const unused = await pictureOf(shop, 'gray')
  shop.clock.now = new Date(shop.clock.now.getTime() + 25 * 3_600_000)
  await shop.pool.query(
    `insert into parked_stream (kind, name, version, stream, event_id, event_type, revision, position, reason)
     values ('projection', 'product', 2, 'product-x', gen_random_uuid(), 'ProductUpdated', 1, 1, '')`,
  )
  expect(await sweep()).toBe(0)
  await shop.pool.query('delete from parked_stream')
  expect(await sweep()).toBe(1)
  expect([shop.files.kept.size, shop.files.kept.has(`${unused}avif`)]).toEqual([2, false])
})
