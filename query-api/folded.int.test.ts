import { fold } from '@strand/contracts/folding'
import { migrate } from '@strand/event-sourcing/postgres/migrate'
import { random, seed } from '@strand/platform/testing/random'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, test } from 'vitest'

/** Every letter and symbol of the scripts that these ranges cover, without surrogates. */
const characters = [
  [0x01, 0x1c7f],
  [0x1d00, 0x2c2e],
  [0x2d30, 0xa7b7],
  [0xfb00, 0xfffd],
].flatMap(([from = 0, to = 0]) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
)

const names = ['Ọláyínká', "Ma'aruf", 'O’Neil', 'Ɗanladi', 'Ade-Bayo', 'ŁUCJA', 'Strauß', 'chioma']
const pieces = [...names, ' ', '  ', '-', ' - ', "'", '\t', '´', '\u0323', '\u200b', '‑', 'ﬁ', 'Ⅻ']
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T

test('the database folds texts exactly as the code does', async () => {
  const { pool } = await testDatabase()
  const migrations = new URL('../event-sourcing/processors/runtime/migrations/', import.meta.url)
  await migrate(pool, 'read-model', migrations)
  const texts = [
    ...characters.map((character) => `a${character}B ${character}`),
    ...Array.from({ length: 20_000 }, () =>
      Array.from({ length: 1 + Math.floor(random() * 6) }, () =>
        pick(random() < 0.8 ? pieces : characters),
      ).join(''),
    ),
  ]
  const { rows } = await pool.query<{ folded: string }>(
    `select public.folded(typed) as folded
     from unnest($1::text[]) with ordinality listed (typed, at) order by at`,
    [texts],
  )
  const wrong = texts.flatMap((typed, at) =>
    rows[at]?.folded === fold(typed) ? [] : [{ typed, code: fold(typed), database: rows[at] }],
  )
  expect(wrong.slice(0, 5), `TEST_SEED=${seed}`).toEqual([])
})
