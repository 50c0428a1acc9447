import { request } from 'node:http'
import { crc32, deflateSync } from 'node:zlib'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { eventually } from '@strand/platform/testing/eventually'
import { heldClock } from '@strand/platform/testing/held-clock'
import { seed } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { roomForOthers } from '../shared/file-admission.ts'
import {
  beginsOf,
  formOf,
  openShop,
  ordersIn,
  type Shop,
  submit,
  uploadForm,
} from '../testing/test-shop.ts'
import { maxSide } from './image.ts'

const megabyte = 1024 * 1024
const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size, 'x')])
const addressed = (address: string) => ({ 'x-forwarded-for': address })

const upload = async (shop: Shop, bytes: Buffer, headers: Record<string, string> = {}) => {
  const form = uploadForm(bytes)
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: { ...form.headers, ...headers },
    payload: form.payload,
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

/** A hand-made PNG of zeros, as small as a PNG of these dimensions can be. */
const bareImage = (width: number, height: number, depth: number, colours: number) => {
  const channels = { 0: 1, 2: 3, 4: 2, 6: 4 }[colours] ?? 1
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colours], 8)
  const line = 1 + Math.ceil((width * channels * depth) / 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(line * height), { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('any picture is kept with 8 bits, 2000 pixels, and at most twice its bytes or 64 kB', async () => {
  const shop = await openShop()
  const side = fc.integer({ min: 1, max: 2_500 })
  const kinds = fc.constantFrom<[number, number]>([1, 0], [16, 0], [8, 2], [16, 2], [8, 4], [16, 6])
  const noisySide = fc.integer({ min: 1, max: 500 })
  const property = fc.asyncProperty(
    side,
    side,
    kinds,
    noisySide,
    async (width, height, kind, size) => {
      const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
      const create = { width: size, height: size, channels: 3, background: 'white', noise } as const
      const noisy = await sharp({ create }).png({ palette: true, colours: 16 }).toBuffer()
      for (const sent of [bareImage(width, height, ...kind), noisy]) {
        shop.files.kept.clear()
        const { status } = await upload(shop, sent)
        expect([201, 413]).toContain(status)
        for (const kept of shop.files.kept.values()) {
          expect(kept.length).toBeLessThanOrEqual(Math.max(2 * sent.length, 65_536))
          const { width = 0, height = 0, depth } = await sharp(kept).metadata()
          expect([Math.max(width, height) <= maxSide, depth]).toEqual([true, 'uchar'])
        }
        expect(shop.files.kept.size).toBe(status === 201 ? 1 : 0)
      }
    },
  )
  await fc.assert(property, {
    seed,
    numRuns: repetitions({ usual: 2, long: 20 }),
    examples: [[6_000, 6_000, [16, 0], 300]],
    endOnFailure: true,
  })
})

test('a screenshot that was made small with few colours is kept as a JPEG rather than refused', async () => {
  const shop = await openShop()
  const waves = Buffer.from(
    Array.from(
      { length: 900 * 1600 },
      (_, at) => 128 + 100 * Math.sin(at / 7) * Math.sin(at / 9e3),
    ),
  )
  const small = await sharp(waves, { raw: { width: 900, height: 1600, channels: 1 } })
    .png({ palette: true, colours: 8, dither: 0, effort: 10 })
    .toBuffer()
  const { status, body } = await upload(shop, small)
  expect(status).toBe(201)
  expect(body.size).toBeLessThanOrEqual(Math.max(2 * small.length, 65_536))
})

test('a black-and-white scan of a page of text is kept, although scaling it adds greys', async () => {
  const shop = await openShop()
  const [width, height] = [2_809, 2_074]
  const isInk = (x: number, y: number) => {
    const [column, line] = [Math.floor(x / 22), Math.floor(y / 33)]
    const [across, down] = [x % 22, y % 33]
    const letter = (column * 7_919 + line * 104_729 + column * line * 31) % 997
    const strokes = [across < 3, down < 3, Math.abs(down - 10) < 2, across > 11, down > 17]
    return across < 14 && down < 20 && strokes.some((is, at) => is && letter & (1 << at))
  }
  const pixels = Buffer.from(
    Array.from({ length: width * height }, (_, at) =>
      isInk(at % width, Math.floor(at / width)) ? 0 : 255,
    ),
  )
  const scan = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .png({ palette: true, colours: 2 })
    .toBuffer()
  const { status, body } = await upload(shop, scan)
  expect(status).toBe(201)
  expect(body.size).toBeLessThanOrEqual(Math.max(2 * scan.length, 65_536))
})

const open = async (limits: Parameters<typeof openShop>[1]) => {
  const shop = await openShop(undefined, limits)
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const address = shop.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  /** An upload that stalls after its start. */
  const begin = (from: string) => {
    const { headers, payload } = uploadForm(pdf(100_000))
    const sent = request({
      port,
      method: 'POST',
      path: '/api/uploads',
      headers: { ...headers, ...addressed(from), 'content-length': payload.length },
    })
    sent.on('error', () => {})
    sent.write(payload.subarray(0, 50_000))
    return {
      end: () => sent.destroy(),
      finish: () =>
        new Promise<number>((resolve) => {
          sent.on('response', (answer) => resolve(answer.statusCode ?? 0))
          sent.end(payload.subarray(50_000))
        }),
    }
  }
  const onTheirWay = async (count: number) =>
    eventually(
      async () => (await shop.pool.query('select from upload where size is null')).rowCount,
      count,
    )
  return { ...shop, begin, onTheirWay }
}

test('an address can have four uploads at once, a few more wait, and its neighbours are not delayed', async () => {
  const shop = await open({ rateLimits: true })
  const slow = ['1', '2', '3', '4'].map((end) => shop.begin(`2001:db8:0:1::${end}`))
  await shop.onTheirWay(4)
  const refused: unknown[] = []
  const waiting = Array.from({ length: 14 }, async () => {
    const { status, headers } = await upload(shop, pdf(100), addressed('2001:db8::1:9:9:9:9'))
    if (status !== 201) refused.push([status, headers['retry-after']])
  })
  expect((await upload(shop, pdf(100), addressed('2001:db8:0:2::1'))).status).toBe(201)
  await eventually(() => refused.length, 2)
  expect(await slow[0]?.finish()).toBe(201)
  await Promise.all(waiting)
  expect(refused).toEqual([
    [429, '5'],
    [429, '5'],
  ])
  expect((await upload(shop, pdf(100), addressed('2001:db8:0:1::5'))).status).toBe(201)
  for (const one of slow) one.end()
})

test('slow uploads from sixteen networks block nobody', async () => {
  const shop = await open({ rateLimits: true })
  const slow = Array.from({ length: 64 }, (_, n) => shop.begin(`10.0.${Math.floor(n / 4)}.1`))
  await shop.onTheirWay(64)
  for (let network = 0; network < 10; network++)
    expect((await upload(shop, pdf(100), addressed(`10.1.${network}.1`))).status).toBe(201)
  for (const one of slow) one.end()
  await shop.onTheirWay(0)
})

test('when no place is left, the slowest upload gives its place to another network', async () => {
  const shop = await open({ rateLimits: true })
  const slow = Array.from({ length: 128 }, (_, n) => shop.begin(`10.0.${Math.floor(n / 4)}.1`))
  await shop.onTheirWay(128)
  // Half of the places are taken, so only a network without an upload gets another place.
  const crowded = await upload(shop, pdf(100), addressed('10.0.0.2'))
  expect([crowded.status, crowded.headers['retry-after']]).toEqual([429, '5'])
  slow.push(...Array.from({ length: 128 }, (_, n) => shop.begin(`10.1.${n}.1`)))
  await shop.onTheirWay(256)
  // At first, no upload counts as slow, so another network may still be refused.
  await eventually(async () => (await upload(shop, pdf(100), addressed('10.2.0.1'))).status, 201)
  for (const one of slow) one.end()
  await shop.onTheirWay(0)
})

test('an address that sent 300 MB within an hour is slowed down, another is not, and nobody is refused', async () => {
  const { clock, pass, until } = heldClock()
  const shop = await openShop(undefined, { rateLimits: true }, { clock })
  const whole = pdf(19 * megabyte)
  const from = addressed('10.0.0.7')
  for (let n = 0; n < 16; n++) {
    expect((await upload(shop, whole, from)).status).toBe(201)
    shop.files.kept.clear()
  }
  // Each of these uploads waits for the one before, while the clock does not move.
  const begun = beginsOf(shop, clock)
  expect((await upload(shop, pdf(9), from)).status).toBe(201)
  const next = upload(shop, pdf(9), from)
  expect((await upload(shop, pdf(9), addressed('10.0.0.8'))).status).toBe(201)
  expect(shop.files.kept.size).toBe(2)
  expect((await until(next)).status).toBe(201)
  expect(begun).toEqual([0, 0, 1_000])
  // After a large file, the next large one waits for the file's time at 800 kB/s, but at most 20 s;
  // small files do not wait for it.
  await pass(1_000)
  begun.length = 0
  const large = clock.now()
  expect((await upload(shop, whole, from)).status).toBe(201)
  const again = upload(shop, whole, from)
  expect((await upload(shop, pdf(9), from)).status).toBe(201)
  expect((await until(again)).status).toBe(201)
  expect(begun.slice(0, 2)).toEqual([large, large])
  expect((begun[2] ?? 0) - large).toBeGreaterThanOrEqual(20_000)
  const inline = {
    fileUid: '1',
    fileName: 'a.pdf',
    fileType: '',
    base64Image: pdf(9).toString('base64'),
  }
  const order = shop.call('POST', '/api/create-order', await formOf(shop, { files: [inline] }), {
    role: null,
    headers: from,
  })
  expect((await order).status).toBe(201)
})

test('an address beyond its soft limit leaves disk space for others', async () => {
  const shop = await openShop(undefined, {
    rateLimits: true,
    diskReserve: { share: 0, bytes: 1_000 },
  })
  shop.files.space = async () => ({ free: roomForOthers, total: 2 * roomForOthers })
  const from = addressed('10.0.0.7')
  for (let n = 0; n < 300; n++)
    expect((await upload(shop, Buffer.from('no'), from)).status).toBe(415)
  expect((await upload(shop, pdf(9), from)).status).toBe(503)
  expect((await upload(shop, pdf(9), addressed('10.0.0.8'))).status).toBe(201)
})

test('at the disk’s reserve, no files are accepted, but orders that name an upload are', async () => {
  const shop = await openShop(undefined, { diskReserve: { share: 0.2, bytes: 2000 } })
  const space = { free: 2999, total: 10_000 }
  shop.files.space = async () => space
  expect((await upload(shop, pdf(300))).status).toBe(201)
  space.free = 2300
  const refused = await upload(shop, pdf(300))
  expect([refused.status, refused.headers['retry-after'], refused.body.message]).toEqual([
    503,
    '300',
    'The shop cannot take any files at the moment: please try again in 5 minutes',
  ])
  const inline = {
    fileUid: '1',
    fileName: 'a.pdf',
    fileType: '',
    base64Image: pdf(300).toString('base64'),
  }
  expect((await submit(shop, await formOf(shop, { files: [inline] }))).status).toBe(503)
  expect((await submit(shop, await formOf(shop))).status).toBe(201)
  // The larger of the two reserves is kept free.
  space.total = 100
  expect((await upload(shop, pdf(300))).status).toBe(503)
  space.free = 2999
  expect((await upload(shop, pdf(300))).status).toBe(201)
})

test('unused uploads have limited space, and an order that uses one frees its space', async () => {
  const shop = await openShop(undefined, { unclaimedBytes: 250_000 })
  expect((await upload(shop, pdf(300_000))).status).toBe(503)
  const first = await upload(shop, pdf(100_000))
  const second = await upload(shop, pdf(100_000))
  for (const { body, status } of [first, second]) {
    expect(status).toBe(201)
    const { fileUid, fileName, fileType } = body
    const files = [{ fileUid, fileName, fileType }]
    expect((await submit(shop, await formOf(shop, { files }))).status).toBe(201)
  }
  shop.clock.now = new Date(shop.clock.now.getTime() + 6_000)
  expect((await upload(shop, pdf(200_000))).status).toBe(201)
  expect(shop.files.kept.size).toBe(3 + 2)
})

test('when the space is full, only the network that filled it loses its oldest uploads', async () => {
  const tokenSecret = keyRing(Buffer.alloc(32, 9), Buffer.alloc(32, 2))
  const shop = await openShop(
    undefined,
    { rateLimits: true, unclaimedBytes: 10_000_000 },
    { tokenSecret },
  )
  const pass = (seconds: number) => {
    shop.clock.now = new Date(shop.clock.now.getTime() + seconds * 1_000)
  }
  const ada = await upload(shop, pdf(1_000_000), addressed('10.1.0.1'))
  const greedy: string[] = []
  for (let nth = 0; nth < 30; nth++) {
    pass(6)
    const sent = await upload(shop, pdf(1_000_000), addressed(`10.2.0.${nth + 1}`))
    expect(sent.status).toBe(201)
    greedy.push(sent.body.fileUid)
  }
  const obi = await upload(shop, pdf(1_000_000), addressed('10.3.0.1'))
  const left = async () => {
    const { rows } = await shop.pool.query<{ id: string }>(
      'select file_uid as id from upload where claimed_by is null order by created_at',
    )
    return rows.map(({ id }) => id)
  }
  const kept = await left()
  expect(kept).toContain(ada.body.fileUid)
  expect(kept).toContain(obi.body.fileUid)
  const keptOfGreedy = greedy.filter((id) => kept.includes(id))
  expect(keptOfGreedy).toEqual(greedy.slice(-keptOfGreedy.length))
  expect(keptOfGreedy.length).toBeLessThan(9)
  // The greedy network's stored files are gone, too, and no order can use them.
  await eventually(() => shop.files.kept.size, kept.length)
  const form = (fileUid: string | undefined) =>
    formOf(shop, { files: [{ fileUid, fileName: 'proof.png', fileType: 'application/pdf' }] })
  expect((await submit(shop, await form(greedy[0]))).status).toBe(400)
  expect((await submit(shop, await form(ada.body.fileUid))).status).toBe(201)
})

test('another site cannot make its visitors fill the disk', async () => {
  const shop = await openShop()
  expect((await upload(shop, pdf(9), { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  for (const site of ['same-origin', 'same-site', 'none'])
    expect((await upload(shop, pdf(9), { 'sec-fetch-site': site })).status).toBe(201)
  for (const origin of ['https://evil.example', 'null', 'file://'])
    expect((await upload(shop, pdf(9), { origin })).status).toBe(403)
  for (const headers of [
    { origin: 'http://proxied.example:8443', host: 'proxied.example:8443' },
    { origin: 'https://shop.example' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  ])
    expect((await upload(shop, pdf(9), headers)).status).toBe(201)
})

test('if several orders name one upload at once, one of them gets it', async () => {
  const shop = await openShop()
  const form = await formOf(shop)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => submit(shop, form, n % 2 ? `key ${n}` : undefined)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)])
  const refused = answers.find(({ status }) => status === 400)
  const message = 'proof.pdf belongs to another order, please upload it again'
  expect(refused?.body.details).toEqual([{ path: 'files.0', message }])
  expect(await ordersIn(shop)).toHaveLength(1)
})

test('a refused order releases its uploads, unless another attempt of it may hold them', async () => {
  const shop = await openShop()
  const form = await formOf(shop)
  expect((await submit(shop, { ...form, amount: 1 }, 'first')).status).toBe(409)
  const tries = await Promise.all(
    [form, { ...form, amount: 1 }, form].map((one) => submit(shop, one, 'second')),
  )
  expect(tries.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
  expect((await submit(shop, form, 'third')).status).toBe(400)
  expect(await ordersIn(shop)).toHaveLength(1)
})
