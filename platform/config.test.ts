import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { BadSetting } from '@strand/event-sourcing/errors'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { onOff, readSettings, secretKey, urlWith } from './config.ts'

test('a bad setting is named with what is expected, and its value is not shown', () => {
  const schema = z.object({ DATABASE_URL: urlWith(['postgres', 'postgresql']), RATE_LIMITS: onOff })
  const read = () =>
    readSettings(schema, { DATABASE_URL: 'mysql://me:secret@x', RATE_LIMITS: 'no' })
  expect(read).toThrow(BadSetting)
  expect(read).toThrow(
    "Bad settings. DATABASE_URL: expected a URL that begins with postgres: or postgresql:; RATE_LIMITS: expected 'on' or 'off'.",
  )
  expect(read).not.toThrow(/secret/)
})

test('a missing setting is reported as missing', () => {
  const schema = z.object({ DATABASE_URL: urlWith(['postgres']), RATE_LIMITS: onOff.default('on') })
  expect(() => readSettings(schema, { DATABASE_URL: '' })).toThrow(
    'Bad settings. DATABASE_URL: must be set.',
  )
})

test('an empty variable counts as unset', () => {
  const schema = z.object({ SHOP_NAME: z.string().default('Strand') })
  expect(readSettings(schema, { SHOP_NAME: '' })).toEqual({ SHOP_NAME: 'Strand' })
})

test('a secret can come from the file that NAME_FILE names', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'strand-')), 'key')
  writeFileSync(file, `${Buffer.alloc(32, 7).toString('base64')}\n`)
  const settings = readSettings(z.object({ TOKEN_SECRET: secretKey }), { TOKEN_SECRET_FILE: file })
  expect(settings.TOKEN_SECRET).toEqual(Buffer.alloc(32, 7))
})

test('a key of the wrong length is refused', () => {
  const read = () => readSettings(z.object({ TOKEN_SECRET: secretKey }), { TOKEN_SECRET: 'short' })
  expect(read).toThrow('TOKEN_SECRET: expected 32 random bytes in base64 or hex')
})
