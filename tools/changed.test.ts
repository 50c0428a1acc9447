import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nearestTests, served, withinBudget } from './changed.ts'

const files = new Map(
  Object.entries({
    'order/rules.ts': '',
    'order/rules.test.ts': "import { rule } from './rules.ts'",
    'order/decider.ts': "import { rule } from './rules.ts'",
    'order/worker.ts': "new Worker(new URL('./decider.ts', import.meta.url))",
    'order/limits.test.ts': "import { limit } from './limits.ts'",
    'shop/open.ts': "import { decide } from '@strand/order/decider'",
    'shop/open.int.test.ts': "import { open } from './open.ts'",
    'tools/other.test.ts': "import { z } from 'zod'",
    'all-in-one/web-app.ts': '',
    'e2e/browser/order-form.browser.test.ts': "import '../../all-in-one/web-app.ts'",
    'e2e/browser/money.browser.test.ts': "import '../../all-in-one/web-app.ts'",
    'web/src/app/main.tsx': "const Screen = lazy(() => import('../order-form/screen.tsx'))",
    'web/src/order-form/screen.tsx': "import './screen.css'",
  }),
)

test('only tests that a change touches are run, nearest first', () => {
  expect(nearestTests(files, ['order/rules.ts'])).toEqual([
    ['order/rules.test.ts', 'order/limits.test.ts'],
    ['shop/open.int.test.ts'],
  ])
  expect(nearestTests(files, ['order/limits.test.ts'])).toEqual([
    ['order/limits.test.ts'],
    ['order/rules.test.ts'],
  ])
  expect(nearestTests(files, ['tools/gone.test.ts'])).toEqual([['tools/other.test.ts']])
  expect(nearestTests(files, ['README.md'])).toEqual([])
})

test('a change of a screen leads to browser tests, those named after it first', () => {
  expect(nearestTests(files, ['web/src/order-form/screen.tsx'])).toEqual([
    ['e2e/browser/order-form.browser.test.ts'],
    ['e2e/browser/money.browser.test.ts'],
  ])
  expect(nearestTests(files, ['web/src/order-form/screen.css'])[0]).toEqual([
    'e2e/browser/order-form.browser.test.ts',
  ])
  expect([existsSync(served.app), existsSync(served.by)]).toEqual([true, true])
})

test('the nearest tests that fit into a minute run, and a changed test always does', () => {
  const rings = [['changed.test.ts'], ['slow.test.ts', 'quick.test.ts'], ['far.test.ts']]
  const seconds: Record<string, number> = {
    'changed.test.ts': 60,
    'slow.test.ts': 70,
    'quick.test.ts': 20,
    'far.test.ts': 40,
  }
  const secondsOf = (file: string) => seconds[file] ?? 0
  const isChanged = (file: string) => file === 'changed.test.ts'
  expect(withinBudget(rings, secondsOf, isChanged)).toEqual([
    'changed.test.ts',
    'quick.test.ts',
    'far.test.ts',
  ])
  expect(withinBudget(rings, () => 500, isChanged)).toEqual(['changed.test.ts'])
})
