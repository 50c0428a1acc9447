import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { heldClock } from '@strand/platform/testing/held-clock'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { maxPerPicture, openPictureProcess, PictureProcessEnded } from './picture-process.ts'
import { openPictures } from './pictures.ts'

const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })

const openProcess = (limits = maxPerPicture) => {
  const opened = openPictureProcess(limits)
  onTestFinished(opened.stop)
  return opened
}

const contentOf = (bytes: Uint8Array) => ({
  head: async (length: number) => bytes.subarray(0, length),
  read: async () => bytes,
})

test('a picture that takes too much processor time is refused, and the next one is handled', async () => {
  const { run } = openProcess({ ...maxPerPicture, processorMs: 100 })
  const [heavy, light] = [
    await noise(2_500, 2_000).png({ compressionLevel: 0 }).toBuffer(),
    await noise(40, 30).png().toBuffer(),
  ]
  const first = await run({ kind: 'proof', type: 'image/png', bytes: heavy })
  expect(first.result).toEqual({ kind: 'refused', flaw: 'too much work' })
  expect(first.processorMs).toBeGreaterThan(100)
  const second = await run({ kind: 'proof', type: 'image/png', bytes: light })
  expect(second.result).toMatchObject({ kind: 'proof', picture: { type: 'image/png' } })
})

test('only a picture’s own work counts, not the time that it waits', async () => {
  const { run } = openProcess()
  const bytes = await noise(1_000, 1_000).jpeg().toBuffer()
  const job = { kind: 'proof', type: 'image/jpeg', bytes } as const
  const once = (await run(job)).processorMs
  // Other processes on the machine keep this process waiting.
  const busy = [1, 2, 3].map(() => openProcess())
  const heavy = await noise(2_000, 2_000).png({ compressionLevel: 0 }).toBuffer()
  const others = busy.map((one) => one.run({ kind: 'proof', type: 'image/png', bytes: heavy }))
  const meanwhile = (await run(job)).processorMs
  await Promise.all(others)
  expect(meanwhile).toBeLessThan(Math.max(10 * once, 500))
})

test('a process that was killed says nothing about the picture', async () => {
  const { run, pid } = openProcess()
  const bytes = await noise(2_000, 2_000).png({ compressionLevel: 0 }).toBuffer()
  await run({ kind: 'proof', type: 'image/png', bytes: await noise(9, 9).png().toBuffer() })
  const running = run({ kind: 'proof', type: 'image/png', bytes })
  process.kill(pid() ?? 0, 'SIGKILL')
  await expect(running).rejects.toThrow(PictureProcessEnded)
  await expect(running).rejects.toMatchObject({ isByPicture: false })
  const again = await run({ kind: 'small', bytes })
  expect(again.result.kind).toBe('small')
})

test('every thread of the process has a lower priority than the one that answers requests', async () => {
  const { run, pid } = openProcess()
  await run({ kind: 'proof', type: 'image/png', bytes: await noise(9, 9).png().toBuffer() })
  const stat = await readFile(`/proc/${pid()}/stat`, 'utf8')
  expect(stat.slice(stat.lastIndexOf(')')).split(' ')[17]).toBe('10')
})

test('a refused picture’s cost slows only its sender', async () => {
  const time = heldClock()
  const pictures = openPictures({
    now: () => new Date(time.clock.now()),
    perHour: 1,
    clock: time.clock,
  })
  onTestFinished(pictures.close)
  const whole = await noise(500, 500).png().toBuffer()
  const damaged = contentOf(whole.subarray(0, whole.length - 5_000))
  const clean = (client: string, content = damaged) =>
    pictures.clean(content, 'image/png', {
      fileName: 'a.png',
      by: { client, network: client },
    })
  await expect(clean('ada')).rejects.toMatchObject({ code: 'invalid' })
  await expect(clean('ada')).rejects.toMatchObject({ code: 'invalid' })
  // Each picture must now wait four times as long as its work took, while the clock does not move.
  let isDone = false
  const next = clean('ada', contentOf(whole)).then((picture) => {
    isDone = true
    return picture
  })
  await expect(clean('obi', contentOf(whole))).resolves.toMatchObject({ type: 'image/png' })
  expect(isDone).toBe(false)
  await expect(time.until(next)).resolves.toMatchObject({ type: 'image/png' })
})
