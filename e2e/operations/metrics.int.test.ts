import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ParsedSample, parseExposition } from '@strand/platform/testing/exposition'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { hasPromtool } from '../../tools/find-programs.ts'
import { startSpecificationShop } from '../testing/client.ts'
import { createCatalogue, placeOrder } from '../testing/fixtures.ts'
import { healthToken } from '../testing/test-shop.ts'

const observe = fileURLToPath(new URL('../../compose/observe/', import.meta.url))

const promtool = (...input: string[]) => execFileSync('promtool', input, { cwd: observe })
const tool = hasPromtool()
const notRun = tool ? '' : ' (not run: no promtool on this machine)'

const find = (samples: ParsedSample[], name: string, labels: Record<string, string> = {}) =>
  samples.find(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )?.value

/** The metric names in an expression, without a histogram's `_bucket`. */
const metricsIn = (expression: string) => [
  ...new Set(expression.match(/\b(strand|process)_[a-z_]+?(?=_bucket\b|(?![a-z_]))/g) ?? []),
]
const rules = parse(await readFile(`${observe}alerts.yml`, 'utf8')) as {
  groups: { rules: { expr: string }[] }[]
}
const dashboard = JSON.parse(
  await readFile(`${observe}grafana/dashboards/strand.json`, 'utf8'),
) as { uid: string; panels: { id: number; title: string; targets: { expr: string }[] }[] }
const alerts = rules.groups.flatMap((group) => group.rules.map(({ expr }) => expr))
const graphs = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

const required = [
  'strand_http_requests_total',
  'strand_log_appends_total',
  'strand_processor_lag_events',
  'strand_processor_lag_seconds',
  'strand_outbox_age_seconds',
  'strand_mails_total',
  'strand_file_writes_total',
  'strand_security_events_total',
  'strand_queue_jobs',
  'strand_event_loop_delay_seconds',
  'strand_postgres_connections',
  'strand_disk_free_bytes',
]

test('a running shop reports its work, and has every metric that an alert uses', async () => {
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
  expect(text).not.toMatch(/customer\.example|\bada\b|password|Bearer/i)

  expect(find(samples, 'strand_file_writes_total', { result: 'written' })).toBe(1)
  const shown = [...alerts, ...graphs].flatMap(metricsIn)
  expect(shown).toEqual(expect.arrayContaining(required))
  expect(shown.length).toBeGreaterThan(30)
  // Metrics of things that have not happened yet, such as a drill, have a type but no sample.
  for (const name of shown) expect(text).toMatch(new RegExp(`^# TYPE ${name} `, 'm'))

  if (tool) execFileSync('promtool', ['check', 'metrics'], { input: text })
})

test.skipIf(!tool)(
  `promtool accepts the alert rules, and each fires when it should${notRun}`,
  () => {
    promtool('check', 'rules', 'alerts.yml')
    promtool('test', 'rules', 'alerts.test.yml')
  },
)

test.skipIf(!tool)(
  `promtool accepts what Prometheus is to ask, and every graph${notRun}`,
  async () => {
    promtool('check', 'config', '--syntax-only', 'prometheus.yml')
    const folder = await mkdtemp(path.join(tmpdir(), 'strand-graphs-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const file = path.join(folder, 'graphs.yml')
    const recorded = graphs.map((expr, n) => ({ record: `graph:${n}`, expr }))
    await writeFile(file, JSON.stringify({ groups: [{ name: 'graphs', rules: recorded }] }))
    promtool('check', 'rules', file)
  },
)

test('the dashboard has each graph once, with a title', () => {
  const ids = dashboard.panels.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const titles = dashboard.panels.map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
  expect(graphs.every((expr) => expr !== '')).toBe(true)
})
