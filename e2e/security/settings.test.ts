import { fileURLToPath } from 'node:url'
import { readConfig as readCommand } from '@strand/command-api/config'
import { BadSetting } from '@strand/event-sourcing/errors'
import { readSettings } from '@strand/platform/config'
import {
  preparationSettings,
  serverSettings,
  sharedSettings,
  shopSettings,
} from '@strand/platform/process/settings'
import { signInSettings } from '@strand/platform/process/sign-in-settings'
import { seed } from '@strand/platform/testing/random'
import { openSmtp } from '@strand/workers/mail/transport/smtp'
import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { z } from 'zod'

const settings = {
  ...serverSettings,
  ...shopSettings,
  ...sharedSettings,
  ...signInSettings,
  ...preparationSettings.shape,
}
const names = Object.keys(settings) as (keyof typeof settings)[]

const valid = [
  'postgres://strand:secret@db.example:5432/strand?application_name=a%20b',
  'esdb://admin:changeit@one:2113,two:2113?tls=false',
  'redis://:secret@queue.example:6379/1',
  's3://key:secret@store.example:9000/bucket?tls=off',
  'file:///var/lib/strand',
  'smtps://shop:secret@mail.example',
  'https://shop.example',
  'http://127.0.0.1:4318',
  '30',
  '20%,2GB',
  'on',
  'ada@shop.example',
  Buffer.alloc(32, 7).toString('base64'),
]

const nonsense = fc.oneof(
  fc.constantFrom(
    ...[' ', '-1', '+1', '1.5', '1e3', '0x10', 'NaN', 'Infinity', '9'.repeat(30), '36501'],
    ...['true', 'null', ',', '%', '://', 'http://', 'javascript:alert(1)', 'ftp://shop.example'],
    ...['postgres:', 'postgres://a:%@b/c', 'redis:', 'redis://host/one', 'redis://%/0', 'smtp:'],
    ...['file://host/folder', 'file:///a%2fb', 's3:', 's3://%zz@host/b', 'esdb:', 'postgres://[/x'],
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  // A typing error in a valid value.
  fc
    .tuple(fc.constantFrom(...valid), fc.nat(80), fc.nat(2), fc.string({ maxLength: 2 }))
    .map(([text, at, cut, put]) => text.slice(0, at) + put + text.slice(at + cut))
    .filter((text) => text !== ''),
)

/**
 * Opens the target of a URL, as far as possible without a network. An error here would be a stack
 * trace at startup.
 */
const openUrl = (text: string): void => {
  if (text.startsWith('postgres')) new pg.Client({ connectionString: text })
  else if (text.startsWith('smtp')) openSmtp(text)
  else if (text.startsWith('file:')) fileURLToPath(text)
  else if (!text.startsWith('esdb')) {
    const { username, password, pathname } = new URL(text)
    decodeURIComponent(`${username}${password}`)
    if (text.startsWith('redis')) expect(Number(pathname.slice(1))).toSatisfy(Number.isInteger)
  }
}

test('any value of a setting either works as intended or is refused in one sentence', () => {
  const one = fc.record({ name: fc.constantFrom(...names), text: nonsense })
  const property = fc.property(one, ({ name, text }) => {
    let value: unknown
    try {
      value = readSettings(z.object({ [name]: settings[name] }), { [name]: text })[name]
    } catch (error) {
      expect(error).toBeInstanceOf(BadSetting)
      expect((error as Error).message).toMatch(
        new RegExp(`^Bad settings\\. ${name}: .*expected .+\\.$`),
      )
      return
    }
    if (typeof value === 'number') {
      expect(value).toSatisfy(Number.isSafeInteger)
      if (name !== 'UNCLAIMED_UPLOADS') expect(text.trim()).toMatch(/^\d+$/)
      if (name.endsWith('_DAYS')) expect(value).toBeLessThanOrEqual(36_500)
    }
    if (name.endsWith('_URL') && name !== 'BACKUP_URL') openUrl(text)
    if (name === 'PUBLIC_URL') expect(text).toMatch(/^https?:/)
  })
  fc.assert(property, { numRuns: 5_000, seed })
})

test('a service reports all bad settings at once, without their values', () => {
  const given = Object.fromEntries(names.map((name) => [name, '%secret']))
  expect(() => readCommand(given)).toThrow(/PORT: .*; .*DATABASE_URL: .*; .*TOKEN_SECRET: /)
  expect(() => readCommand(given)).not.toThrow(/%secret/)
})
