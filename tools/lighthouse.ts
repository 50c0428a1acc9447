import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import lighthouse, { type Result } from 'lighthouse'
import { chromium } from 'playwright-core'
import { visits } from '../e2e/browser/testing/visits.ts'
import { findBrowser } from '../e2e/testing/browser.ts'
import { freePort } from '../platform/postgres/embedded.ts'
import { shippedOrder, startSampleShop } from './sample-shop.ts'

/**
 * `npm run lighthouse [-- --address http://127.0.0.1:8080] [--only track-order]`: runs Lighthouse
 * on every public route, as on a phone. Prints each route's four scores, as the median of three
 * runs, and the audits that cost points. Exits with 1 if a score is below the floor.
 */
const floor = 100
const runs = 3
const categories = ['performance', 'accessibility', 'best-practices', 'seo']

const { values } = parseArgs({
  options: { address: { type: 'string' }, only: { type: 'string', default: '' } },
})

const median = (numbers: number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

/** A text such as `render-blocking-insight 0.5` for each audit that cost points in a result. */
const costlyAudits = (results: Result[]): string[] => {
  const costly = new Map<string, string>()
  for (const { categories, audits } of results)
    for (const { id, weight } of Object.values(categories).flatMap(({ auditRefs }) => auditRefs)) {
      const { score, displayValue } = audits[id] ?? {}
      if (weight > 0 && typeof score === 'number' && score < 1)
        costly.set(id, `${id} ${score} ${displayValue ?? ''}`.trim())
    }
  return [...costly.values()]
}

/**
 * Pages that send the token in their address at once. This token is made up, so it is refused, and
 * the browser logs that.
 */
const isRefused = (url: string) => /\/(account-activation|change-password)\/some-token$/.test(url)

/** Pages with `noindex` must not be crawled, so the audit about crawling does not apply to them. */
const isForCrawlers = async (url: string): Promise<boolean> =>
  !/name="robots" content="noindex"/.test(await (await fetch(url)).text())

const examine = async (url: string, port: number): Promise<Result[]> => {
  const skipAudits = [
    ...((await isForCrawlers(url)) ? [] : ['is-crawlable']),
    ...(isRefused(url) ? ['errors-in-console'] : []),
  ]
  const results: Result[] = []
  for (let run = 0; run < runs; run++) {
    const report = await lighthouse(url, {
      port,
      logLevel: 'error',
      skipAudits,
      onlyCategories: categories,
    })
    if (report) results.push(report.lhr)
  }
  return results
}

const shop = values.address
  ? { address: values.address, stop: async () => {} }
  : await startSampleShop()
const { executablePath, args, env } = await findBrowser()
const port = await freePort()
const browser = await chromium.launch({
  executablePath,
  args: [...args, `--remote-debugging-port=${port}`],
  env: { ...process.env, ...env },
})
try {
  const order = await shippedOrder(shop.address)
  const urls = Object.values(visits)
    .flat()
    .filter(({ by, leadsTo, url }) => !by && !leadsTo && url.includes(values.only))
    .map(({ url }) => url.replace('{order}', order))
  let below = 0
  for (const url of new Set(urls)) {
    const results = await examine(shop.address + url, port)
    const scores = categories.map((name) =>
      median(results.map(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100))),
    )
    const isBelow = scores.some((score) => score < floor)
    if (isBelow) below++
    const line = scores.map((score) => String(score).padStart(5)).join('')
    process.stdout.write(`  ${isBelow ? '✗' : '✓'}${line}  ${url}\n`)
    for (const audit of costlyAudits(results)) process.stdout.write(`${' '.repeat(25)}${audit}\n`)
  }
  const load = loadavg()[0]?.toFixed(1)
  process.stdout.write(`\n  ${categories.join(', ')}; load ${load}; ${below} below ${floor}\n`)
  process.exitCode = below > 0 ? 1 : 0
} finally {
  await browser.close()
  await shop.stop()
}
