import { expect, test } from 'vitest'
import { zipOf } from './zip.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (part: Uint8Array) => new TextDecoder().decode(part)

test('a ZIP contains each file unchanged, under its name, with its checksum and position', async () => {
  const files = [
    // The standard test text for CRC-32.
    { name: 'sales-2026-10.csv', content: bytes('123456789') },
    { name: 'Ọjà.csv', content: bytes('₦72,000') },
  ]
  const zip = new Uint8Array(await zipOf(files).arrayBuffer())
  const view = new DataView(zip.buffer)
  expect(view.getUint32(14, true)).toBe(0xcbf43926)
  const starts: number[] = []
  let at = 0
  for (const { name, content } of files) {
    starts.push(at)
    expect(view.getUint32(at, true)).toBe(0x04034b50)
    const length = view.getUint16(at + 26, true)
    expect(text(zip.slice(at + 30, at + 30 + length))).toBe(name)
    const start = at + 30 + length
    expect(zip.slice(start, start + content.length)).toEqual(content)
    expect(view.getUint32(at + 22, true)).toBe(content.length)
    at = start + content.length
  }
  const end = zip.length - 22
  expect(view.getUint32(end, true)).toBe(0x06054b50)
  expect([view.getUint16(end + 10, true), view.getUint32(end + 16, true)]).toEqual([2, at])
  for (const [nth, start] of starts.entries()) {
    expect(view.getUint32(at, true)).toBe(0x02014b50)
    expect(view.getUint32(at + 42, true), files[nth]?.name).toBe(start)
    at += 46 + view.getUint16(at + 28, true)
  }
  expect(at).toBe(end)
})
