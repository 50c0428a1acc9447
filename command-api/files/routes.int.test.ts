import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { fileTooLarge, maxFileSize, wrongFileType } from '@strand/contracts/uploads'
import { eventually } from '@strand/platform/testing/eventually'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { formOf, openShop, type Shop, submit, uploadForm } from '../testing/test-shop.ts'

const colour = { r: 200, g: 30, b: 30 }
const picture = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
const pdf = (size = 1000) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size, 'x')])

const upload = async (shop: Shop, bytes: Buffer, fileName?: string, type?: string) => {
  const { headers, payload } = uploadForm(bytes, fileName, type)
  const answer = await shop.app.inject({ method: 'POST', url: '/api/uploads', headers, payload })
  return { status: answer.statusCode, body: answer.json() }
}

const rowsIn = async ({ pool }: Shop) => (await pool.query('select * from upload')).rows
const expectNothingLeft = async (shop: Shop) => {
  await eventually(async () => (await rowsIn(shop)).length, 0)
  expect(shop.files.kept.size).toBe(0)
}

test('an uploaded picture is re-encoded and can be used by an order', async () => {
  const shop = await openShop()
  const { status, body } = await upload(shop, await picture().png().toBuffer(), 'my proof.png')
  expect(status).toBe(201)
  const [row] = await rowsIn(shop)
  expect(body).toMatchObject({
    isSuccessful: true,
    fileUid: row.file_uid,
    fileName: 'my proof.png',
    fileType: 'image/png',
    size: row.size,
  })
  expect(shop.files.kept.get(row.key)?.length).toBe(row.size)
  const { fileUid, fileName, fileType } = body
  const files = [{ fileUid, fileName, fileType }]
  const order = await submit(shop, await formOf(shop, { files }))
  const [created] = await shop.eventStore.readStream(`order-${order.body.orderId}`)
  const { key, type, size, sha256 } = row
  expect(created?.data.files).toEqual([{ fileUid, key, type, size, sha256 }])
})

test('a PDF that needs a password is refused, and nothing of it remains', async () => {
  const shop = await openShop()
  const sample = (name: string) => readFile(new URL(`./testing/${name}.pdf`, import.meta.url))
  const locked = await sample('aes-256-locked')
  const message =
    'receipt.pdf asks for a password: please open it and send a screenshot, or save it without a password'
  expect(await upload(shop, locked, 'receipt.pdf', 'application/pdf')).toMatchObject({
    status: 400,
    body: { message },
  })
  await expectNothingLeft(shop)
  const inline = {
    fileType: 'application/pdf',
    fileName: 'receipt.pdf',
    fileUid: 'inline',
    base64Image: locked.toString('base64'),
  }
  const form = await formOf(shop, { files: [inline] })
  const before = await rowsIn(shop)
  expect(await submit(shop, form)).toMatchObject({ status: 400, body: { message } })
  expect(await rowsIn(shop)).toEqual(before)
  const open = await upload(shop, await sample('aes-256-open'), 'receipt.pdf', 'application/pdf')
  expect(open.status).toBe(201)
})

test('a picture loses its metadata and whatever follows it, and is upright', async () => {
  const shop = await openShop()
  const photo = await picture()
    .jpeg()
    .withExif({ IFD0: { Copyright: 'the secret garden' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const bytes = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')])
  expect((await upload(shop, bytes, 'photo.jpg', 'image/jpeg')).status).toBe(201)
  const [stored = Buffer.alloc(0)] = shop.files.kept.values()
  expect(stored.includes('script')).toBe(false)
  expect(stored.includes('secret garden')).toBe(false)
  const { width, height, orientation, exif } = await sharp(stored).metadata()
  expect({ width, height, orientation, exif }).toEqual({ width: 20, height: 40 })
})

test('a PDF is kept as it is', async () => {
  const shop = await openShop()
  const { body } = await upload(shop, pdf(), 'receipt.pdf', 'application/pdf')
  expect(body).toMatchObject({ fileType: 'application/pdf', size: 1009 })
  const [stored] = shop.files.kept.values()
  expect(stored?.equals(pdf())).toBe(true)
})

test('a file’s type comes from its first bytes, not from its name or declared type', async () => {
  const shop = await openShop()
  const jpeg = await picture().jpeg().toBuffer()
  const disguised = await upload(shop, jpeg, 'proof.pdf', 'application/pdf')
  expect(disguised.body).toMatchObject({ fileType: 'image/jpeg', fileName: 'proof.pdf' })
  const refused: [Buffer, string, string, string][] = [
    [Buffer.from('<html><script>'), 'proof.png', 'image/png', 'unknown'],
    [Buffer.from(`GIF89a${'x'.repeat(100)}`), 'proof.png', 'image/png', 'image/gif'],
    [Buffer.from('hello'), 'notes.txt', 'text/plain', 'text/plain'],
    [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'x.svg',
      'image/svg+xml',
      'image/svg+xml',
    ],
    [Buffer.concat([Buffer.from('x'), pdf()]), 'late.pdf', 'application/pdf', 'unknown'],
    [Buffer.alloc(0), 'empty.png', 'image/png', 'unknown'],
  ]
  for (const [bytes, name, declared, named] of refused) {
    const { status, body } = await upload(shop, bytes, name, declared)
    expect([status, body.message]).toEqual([415, wrongFileType(name, named)])
  }
  expect(shop.files.kept.size).toBe(1)
})

test('a 20 MB file is accepted; one byte more is refused and leaves nothing behind', async () => {
  const shop = await openShop()
  const whole = pdf(maxFileSize - 9)
  expect((await upload(shop, whole, 'big.pdf')).status).toBe(201)
  await shop.pool.query('delete from upload')
  shop.files.kept.clear()
  const { status, body } = await upload(shop, Buffer.concat([whole, Buffer.from('x')]), 'big.pdf')
  expect([status, body.message]).toEqual([413, fileTooLarge('big.pdf')])
  await expectNothingLeft(shop)
})

test('a picture of more than 40 megapixels is refused before it is decoded', async () => {
  const shop = await openShop()
  const bomb = await picture(20_000, 2_001).png({ compressionLevel: 9 }).toBuffer()
  expect(bomb.length).toBeLessThan(1_000_000)
  const { status, body } = await upload(shop, bomb, 'bomb.png')
  expect([status, body.message]).toEqual([413, 'bomb.png has more than 40 megapixels.'])
  await expectNothingLeft(shop)
})

test('a damaged picture is refused and leaves nothing', async () => {
  const shop = await openShop()
  const png = await picture(400, 400).png().toBuffer()
  const jpeg = await sharp(randomBytes(300 * 300 * 3), {
    raw: { width: 300, height: 300, channels: 3 },
  })
    .jpeg()
    .toBuffer()
  for (const bytes of [
    png.subarray(0, 200),
    jpeg.subarray(0, jpeg.length / 2),
    Buffer.concat([png.subarray(0, 8), randomBytes(500)]),
    Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  ]) {
    const { status, body } = await upload(shop, bytes, 'torn.png')
    expect([status, body.message]).toEqual([
      400,
      'torn.png is damaged: it cannot be shown as a picture',
    ])
  }
  await expectNothingLeft(shop)
})

test('a name is only a label: no path, no control characters', async () => {
  const shop = await openShop()
  for (const [name, label] of [
    ['../../etc/passwd', 'passwd'],
    ['C:\\\\proofs\\\\mine.pdf', 'mine.pdf'],
    ['Zahlungsbestätigung €.pdf', 'Zahlungsbestätigung €.pdf'],
  ] as const)
    expect((await upload(shop, pdf(), name)).body.fileName).toBe(label)
})

test('a request that has no file, or is not a form, is refused', async () => {
  const shop = await openShop()
  const { headers } = uploadForm(pdf())
  const empty = { method: 'POST', url: '/api/uploads', headers } as const
  const none = await shop.app.inject({ ...empty, payload: '--a-boundary--\r\n' })
  expect(none.statusCode).toBe(400)
  const torn = await shop.app.inject({ ...empty, payload: 'what is this' })
  expect(torn.statusCode).toBe(400)
  const json = await shop.app.inject({ method: 'POST', url: '/api/uploads', payload: {} })
  expect(json.statusCode).toBe(415)
})

test('an upload that breaks off leaves nothing', async () => {
  const shop = await openShop()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const address = shop.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  let received = () => 0
  shop.app.server.on('connection', (connection) => {
    received = () => connection.bytesRead
  })
  const png = await picture().png().toBuffer()
  for (const bytes of [pdf(100_000), Buffer.concat([png, Buffer.alloc(100_000)])]) {
    const { headers, payload } = uploadForm(bytes)
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST /api/uploads HTTP/1.1\r\nhost: x\r\ncontent-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}\r\n\r\n`,
    )
    socket.write(payload.subarray(0, 50_000))
    await eventually(
      () => received(),
      (count) => count > 50_000,
    )
    if (bytes.includes('%PDF')) await eventually(async () => (await rowsIn(shop)).length, 1)
    socket.destroy()
    await expectNothingLeft(shop)
    received = () => 0
  }
})

test('after a refused upload, its connection can be used for the next request', async () => {
  const shop = await openShop()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const address = shop.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const refused = uploadForm(Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(3_000_000)]))
  const taken = uploadForm(pdf())
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.setEncoding('latin1').on('data', (text) => {
    heard += text
  })
  for (const { headers, payload } of [refused, taken]) {
    socket.write(
      `POST /api/uploads HTTP/1.1\r\nhost: x\r\ncontent-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}\r\n\r\n`,
    )
    socket.write(payload)
  }
  await eventually(
    () => heard,
    (text) => text.includes('HTTP/1.1 415') && text.includes('HTTP/1.1 201'),
  )
  socket.destroy()
})
