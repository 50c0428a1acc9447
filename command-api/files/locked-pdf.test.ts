import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { refuseLockedPdf } from './locked-pdf.ts'

/** Made by qpdf; the files that open without a password have `--print=none`. */
const sample = (name: string) => readFile(new URL(`./testing/${name}.pdf`, import.meta.url))

const outcomeOf = async (bytes: Buffer, chunk = 65_536) => {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, index) =>
    bytes.subarray(index * chunk, (index + 1) * chunk),
  )
  const passed: Uint8Array[] = []
  try {
    for await (const part of refuseLockedPdf(Readable.from(chunks), 'receipt.pdf'))
      passed.push(part)
  } catch (error) {
    return String(error instanceof Error ? error.message : error)
  }
  return Buffer.concat(passed).equals(bytes) ? 'taken' : 'changed'
}

const refused =
  'receipt.pdf asks for a password: please open it and send a screenshot, or save it without a password'

test.for([
  'rc4-40',
  'rc4-128',
  'aes-128',
  'r5',
  'aes-256',
])('a PDF locked with %s is refused with advice on what to do, and one that only forbids printing is accepted', async (kind) => {
  for (const chunk of [65_536, 7]) {
    expect(await outcomeOf(await sample(`${kind}-locked`), chunk)).toBe(refused)
    expect(await outcomeOf(await sample(`${kind}-open`), chunk)).toBe('taken')
  }
})

test('binary strings and a long file between the two ends make no difference', async () => {
  const literal = (hex: string) =>
    `(${Buffer.from(hex, 'hex')
      .toString('latin1')
      .replace(/[\\()\r]/g, (found) => (found === '\r' ? '\\r' : `\\${found}`))})`
  for (const kind of ['rc4-128-locked', 'rc4-128-open']) {
    const text = (await sample(kind)).toString('latin1')
    const written = text
      .replace(/\/([OU]) <(\w+)>/g, (_, name, hex) => `/${name}${literal(hex)}`)
      .replace('trailer', `${'% filling\n'.repeat(30_000)}trailer`)
    expect(await outcomeOf(Buffer.from(written, 'latin1'))).toBe(
      kind.endsWith('locked') ? refused : 'taken',
    )
  }
})

test('a PDF of which only the attachments are locked is accepted', async () => {
  for (const kind of ['aes-128', 'r5', 'aes-256']) {
    const text = (await sample(`${kind}-locked`)).toString('latin1')
    const open = text.replace('/StmF /StdCF', '/StmF /Identity')
    expect(open).not.toBe(text)
    expect(await outcomeOf(Buffer.from(open, 'latin1')), kind).toBe('taken')
  }
})

test('a PDF that cannot be parsed is accepted', async () => {
  for (const text of [
    '%PDF-1.7 /Encrypt',
    '%PDF-1.7 5 0 obj << /Filter /Standard /O (x /U (y trailer << /Encrypt 5 0 R >>',
    `%PDF-1.7 5 0 obj ${'<<'.repeat(3_000)} /Filter /Standard trailer << /Encrypt 5 0 R >>`,
    '%PDF-1.7 5 0 obj << /Filter /Standard /O <> /U <> /R 3 /Length -8 >> trailer << /ID 5 >>',
  ])
    expect(await outcomeOf(Buffer.from(text))).toBe('taken')
})
