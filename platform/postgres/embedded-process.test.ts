import { expect, test } from 'vitest'
import { serves } from './embedded-process.ts'

test.each([
  ['/strand/bin/postgres -D /shop/postgres -p 5432 -k ', '/shop/postgres', true],
  ['/strand/bin/postgres -D /shop/postgres', '/shop/postgres', true],
  ['/strand/bin/postgres -D /shop/postgres2 -p 5432', '/shop/postgres', false],
  ['"C:/Strand/bin/postgres.exe" -D "c:/Shop/postgres" -p 5432', 'C:\\Shop\\postgres', true],
  ['"C:/Strand/bin/postgres.exe" -D "C:/Shop/postgres2" -p 5432', 'C:\\Shop\\postgres', false],
  ['node server.js', '/shop/postgres', false],
])('whether `%s` serves %s: %s', (command, folder, expected) => {
  expect(serves(command, folder)).toBe(expected)
})
