import { expect, test } from 'vitest'
import { pdf, placeOrder, proofUpload, receiptImage } from '../testing/fixtures.ts'
import { openOrderSuite } from '../testing/specification-suite.ts'

const { shop, goods, row, submit } = await openOrderSuite()

test('S2.5: filepath has a signed address for each proof, which gives access to that file only', async () => {
  const files = [
    proofUpload(await receiptImage('png')),
    {
      ...proofUpload(await receiptImage('jpeg'), 'photo.jpg', 'image/jpeg'),
      fileUid: 'rc-upload-2',
    },
    { ...proofUpload(pdf, 'slip.pdf', 'application/pdf'), fileUid: 'rc-upload-3' },
  ]
  const order = await row(await placeOrder(shop, goods, { files }))
  const paths = String(order.filepath).split(',')
  expect(paths).toHaveLength(3)
  const types: (string | undefined)[] = []
  for (const path of paths) {
    const url = new URL(path, shop.address)
    const file = await shop.get(`${url.pathname}${url.search}`)
    expect(file.status).toBe(200)
    expect(file.headers['x-content-type-options']).toBe('nosniff')
    expect(file.headers['cache-control']).toBe('private, no-store')
    expect(file.headers['content-security-policy']).toContain('sandbox')
    types.push(file.headers['content-type'])
    expect((await shop.get(url.pathname)).status).toBeGreaterThanOrEqual(400)
  }
  expect(types.sort()).toEqual(['application/pdf', 'image/jpeg', 'image/png'])
})

test('S2.5: the signed address of a proof expires after 15 minutes', async () => {
  const order = await row(await placeOrder(shop, goods))
  const url = new URL(String(order.filepath), shop.address)
  const path = `${url.pathname}${url.search}`
  shop.pass(14)
  expect((await shop.get(path)).status).toBe(200)
  shop.pass(2)
  expect((await shop.get(path)).status).toBeGreaterThanOrEqual(403)
  shop.pass(-16)
})

test('S2.3: base64Image can also be a data URL', async () => {
  const content = (await receiptImage('png')).toString('base64')
  const file = { ...proofUpload(Buffer.alloc(0)), base64Image: `data:image/png;base64,${content}` }
  expect((await submit({ files: [file] })).status).toBe(201)
})

test('S2.1: a file that is neither a png, jpg, jpeg or pdf file is refused with its name and type, whatever it is called', async () => {
  const content = Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;')
  const honest = await submit({ files: [proofUpload(content, 'cat.gif', 'image/gif')] })
  const text = 'cat.gif is of type image/gif which is neither a png, jpg, jpeg or pdf file'
  expect([400, 415]).toContain(honest.status)
  expect(JSON.stringify(honest.body)).toContain(text)
  const disguised = await submit({ files: [proofUpload(content, 'cat.png', 'image/png')] })
  expect([400, 415]).toContain(disguised.status)
  expect(disguised.body.message).toMatch(
    /^cat\.png is of type \S+ which is neither a png, jpg, jpeg or pdf file$/,
  )
})

test('S2.2: at most 10 files of 20 MB each once decoded, otherwise the specification’s text', async () => {
  const limit = 20 * 1024 * 1024
  const over = Buffer.concat([pdf, Buffer.alloc(limit + 1 - pdf.length)])
  const tooLarge = await submit({ files: [proofUpload(over, 'slip.pdf', 'application/pdf')] })
  expect([400, 413]).toContain(tooLarge.status)
  expect(tooLarge.body.message).toBe('slip.pdf is larger than 20mb.')
  const whole = Buffer.concat([pdf, Buffer.alloc(limit - pdf.length)])
  expect(
    (await submit({ files: [proofUpload(whole, 'slip.pdf', 'application/pdf')] })).status,
  ).toBe(201)
  const one = proofUpload(await receiptImage('png'))
  const eleven = Array.from({ length: 11 }, (_, n) => ({ ...one, fileUid: `f${n}` }))
  expect((await submit({ files: eleven })).status).toBe(400)
  expect((await submit({ files: eleven.slice(1) })).status).toBe(201)
})

const upload = (content: Buffer, fileName: string, fileType: string) => {
  const boundary = 'a-boundary-of-its-own'
  return shop.call('POST', '/api/uploads', {
    raw: {
      type: `multipart/form-data; boundary=${boundary}`,
      content: Buffer.concat([
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: ${fileType}\r\n\r\n`,
        ),
        content,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
    },
  })
}

test('S2.3: uploads answers 201 with the file, to which create-order then refers without its content', async () => {
  const uploaded = await upload(await receiptImage('jpeg'), 'receipt.jpg', 'image/jpeg')
  expect(uploaded.status).toBe(201)
  expect(uploaded.body).toMatchObject({
    fileUid: expect.any(String),
    fileName: 'receipt.jpg',
    fileType: 'image/jpeg',
    size: expect.any(Number),
  })
  const { fileUid, fileName, fileType } = uploaded.body
  const id = await placeOrder(shop, goods, { files: [{ fileUid, fileName, fileType }] })
  expect(String((await row(id)).filepath).split(',')).toHaveLength(1)
  const unknown = await submit({ files: [{ fileUid: 'nobody-knows', fileName, fileType }] })
  expect(unknown.status).toBeGreaterThanOrEqual(400)
  expect(unknown.status).toBeLessThan(500)
})

test('S2.1: a refused upload gets the text of the specification', async () => {
  const kind = await upload(Buffer.from('MZ not a picture at all'), 'virus.png', 'image/png')
  expect([400, 415]).toContain(kind.status)
  expect(kind.body.message).toMatch(
    /^virus\.png is of type \S+ which is neither a png, jpg, jpeg or pdf file$/,
  )
  const large = Buffer.concat([pdf, Buffer.alloc(20 * 1024 * 1024 + 1 - pdf.length)])
  const over = await upload(large, 'slip.pdf', 'application/pdf')
  expect([400, 413]).toContain(over.status)
  expect(over.body.message).toBe('slip.pdf is larger than 20mb.')
})

test('S2.2: the files of an order have at most 60 MB in total', async () => {
  const part = Buffer.concat([pdf, Buffer.alloc(16 * 1024 * 1024 - pdf.length)])
  const files = Array.from({ length: 4 }, (_, n) => ({
    ...proofUpload(part, `slip${n}.pdf`, 'application/pdf'),
    fileUid: `f${n}`,
  }))
  expect((await submit({ files })).status).toBe(413)
})

test('S2.4: two large bodies are processed at a time, the others are asked to try again', async () => {
  const large = Buffer.concat([pdf, Buffer.alloc(12 * 1024 * 1024 - pdf.length)])
  const files = [proofUpload(large, 'slip.pdf', 'application/pdf')]
  const answers = await Promise.all(Array.from({ length: 6 }, () => submit({ files })))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(2)
  expect(statuses.every((status) => status === 201 || status === 503)).toBe(true)
  expect(statuses).toContain(503)
  // Small requests do not wait for the large ones.
  expect((await submit()).status).toBe(201)
})
