import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type ParsedSample, parseExposition } from '@strand/platform/testing/exposition'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { startSpecificationShop } from '../testing/client.ts'
import { createCatalogue, placeOrder } from '../testing/fixtures.ts'
import { healthToken } from '../testing/test-shop.ts'

const observe = fileURLToPath(new URL('../../compose/observe/', import.meta.url))

/** Debian's `prometheus` brings it. */
const promtool = (...input: string[]) => execFileSync('promtool', input, { cwd: observe })
const hasPromtool = (() => {
  try {
    promtool('--version')
    return true
  } catch {
    return false
  }
})()

const find = (samples: ParsedSample[], name: string, labels: Record<string, string> = {}) =>
  samples.find(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )?.value

/** Names of metrics in an expression: what is no function, label or keyword of ours. */
const metricsIn = (expression: string) => [
  ...new Set(expression.match(/\b(strand|process)_[a-z_]+/g) ?? []),
]

test('a shop at work says what it does, and has every metric that an alert asks for', async () => {
  const shop = await startSpecificationShop()
  onTestFinished(shop.close)
  const owner = await shop.signIn()
  const goods = await createCatalogue(shop, owner)
  const email = 'ada@customer.example'
  await placeOrder(shop, goods, { email })
  await shop.mailTo(email, '')
  const read = async () => {
    const answer = await fetch(`${shop.address}/metrics`, {
      headers: { authorization: `Bearer ${healthToken}` },
    })
    return answer.text()
  }
  const text = await shop.until(read, (said: string) => said.includes('result="sent"'))
  const samples = parseExposition(text)
  expect(find(samples, 'strand_log_appends_total', { result: 'appended' })).toBeGreaterThan(3)
  const created = { route: '/api/create-order', method: 'POST' }
  expect(find(samples, 'strand_http_request_duration_seconds_count', created)).toBe(1)
  const mails = { mail: 'order-received', result: 'sent' }
  expect(find(samples, 'strand_mails_total', mails)).toBe(1)
  for (const [kind, name] of [
    ['projection', 'order'],
    ['reaction', 'mail'],
  ] as const) {
    expect(find(samples, 'strand_processor_ok', { kind, name })).toBe(1)
    expect(find(samples, 'strand_processor_parked_streams', { kind, name })).toBe(0)
  }
  expect(find(samples, 'strand_outbox_entries', { state: 'failed' })).toBe(0)
  expect(find(samples, 'strand_queue_jobs', { state: 'active' })).toBeGreaterThanOrEqual(0)
  expect(find(samples, 'strand_event_loop_delay_seconds', { share: '0.99' })).toBeGreaterThan(0)
  expect(find(samples, 'strand_disk_size_bytes')).toBeGreaterThan(0)
  // Nothing in them names a person, an order or a token.
  expect(text).not.toMatch(/customer\.example|Ada|password|Bearer/i)

  const rules = parse(await readFile(`${observe}alerts.yml`, 'utf8')) as {
    groups: { rules: { expr: string }[] }[]
  }
  const asked = rules.groups.flatMap((group) => group.rules.flatMap(({ expr }) => metricsIn(expr)))
  expect(asked.length).toBeGreaterThan(10)
  // Counters of what has not happened yet have a type and no sample.
  for (const name of asked) expect(text).toMatch(new RegExp(`^# TYPE ${name} `, 'm'))

  if (hasPromtool) execFileSync('promtool', ['check', 'metrics'], { input: text })
})

test.skipIf(!hasPromtool)('promtool accepts the alert rules, and each fires when it should', () => {
  promtool('check', 'rules', 'alerts.yml')
  promtool('test', 'rules', 'alerts.test.yml')
})
