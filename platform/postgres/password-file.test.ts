import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readSettings, urlWith } from '../config.ts'

const file = path.join(mkdtempSync(path.join(tmpdir(), 'strand-')), 'pgpass')
writeFileSync(
  file,
  [
    '# any:*:*:ada:a comment',
    'db.example:5433:shop:ada:first',
    '*:*:*:ada:p\\:q\\\\r /@',
    'too:few:fields',
    '*:*:shop:bola:second\r',
  ].join('\n'),
  { mode: 0o600 },
)
const read = (url: string) =>
  readSettings(z.object({ DATABASE_URL: urlWith(['postgres', 'redis']) }), {
    DATABASE_URL: url,
    PGPASSFILE: file,
  }).DATABASE_URL

test.each([
  ['postgres://ada@db.example:5433/shop', 'first'],
  ['postgres://ada@db.example/shop', 'p:q\\r /@'],
  ['postgres://bola@db.example/shop?ssl=true', 'second'],
  ['postgres://ada:own@db.example:5433/shop', 'own'],
  ['postgres://bola@db.example/other', ''],
  ['postgres://db.example/shop', ''],
  ['redis://ada@db.example', ''],
])('the first line that fits has the password of %s', (url, password) => {
  const completed = new URL(read(url))
  expect(decodeURIComponent(completed.password)).toBe(password)
  completed.password = ''
  const plain = new URL(url)
  plain.password = ''
  expect(completed.href).toBe(plain.href)
})

test('a file that others may read stops the start, and so does a missing one', () => {
  chmodSync(file, 0o640)
  expect(() => read('postgres://ada@db.example/shop')).toThrow(
    'Bad settings. PGPASSFILE: expected a file that only its owner may read.',
  )
  chmodSync(file, 0o600)
  expect(() =>
    readSettings(z.object({}), { DATABASE_URL: 'postgres://ada@db/x', PGPASSFILE: `${file}.gone` }),
  ).toThrow('Bad settings. PGPASSFILE: ')
})
