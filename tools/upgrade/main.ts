import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openAllInOneForm } from './all-in-one-form.ts'
import { checkShop } from './checks.ts'
import type { Form, FormOptions } from './form.ts'
import { startLoad } from './load.ts'
import { openMailCatcher } from './mail-catcher.ts'
import { openPrograms } from './programs.ts'
import { openServicesForm } from './services-form.ts'
import { makeStock, owner } from './stock.ts'
import { unpackRelease } from './unpack.ts'
import { pause } from './until.ts'

// `npm run upgrade-drill -- --from <commit> [--form services|all-in-one] [--seconds 20]`: runs the
// shop of that commit under load, upgrades it to this tree by docs/operations.md, and checks that
// nothing acknowledged is lost. Without --form, both forms run. Exits with 0 if everything is
// intact.
const usage =
  'Usage: npm run upgrade-drill -- --from <commit> [--form services|all-in-one] [--seconds 20]'
const forms: Record<string, (options: FormOptions) => Promise<Form>> = {
  services: openServicesForm,
  'all-in-one': openAllInOneForm,
}
const here = fileURLToPath(new URL('../../', import.meta.url))
const say = (text: string) => process.stdout.write(`${text}\n`)

const read = () => {
  try {
    const text = { type: 'string' } as const
    const { values } = parseArgs({ options: { from: text, form: text, seconds: text } })
    const seconds = Number(values.seconds ?? '20')
    const chosen = values.form === undefined ? Object.keys(forms) : [values.form]
    if (values.from && seconds >= 5 && chosen.every((form) => form in forms))
      return { commit: values.from, chosen, seconds }
  } catch {}
  process.stderr.write(`${usage}\n`)
  process.exit(2)
}

const versionOf = (release: string): string =>
  JSON.parse(readFileSync(path.join(release, 'package.json'), 'utf8')).version

/** Returns whether everything is right. */
const drill = async (name: string, from: string, folder: string, seconds: number) => {
  const logs = path.join(folder, 'logs')
  const programs = openPrograms(logs)
  const mail = await openMailCatcher()
  const settings = {
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    DISK_RESERVE: '0',
    UNDO_SECONDS: '0',
    MAIL_URL: mail.url,
    MAIL_BRAKE: '1000000',
    SUPERADMIN_EMAIL: owner.email,
    SUPERADMIN_PASSWORD: owner.password,
  }
  const endAll = () => void programs.stopAll().then(() => process.exit(1))
  process.once('SIGINT', endAll)
  try {
    const open = forms[name] as (options: FormOptions) => Promise<Form>
    const form = await open({ folder, from, to: here, settings, programs, say })
    const stock = await makeStock(form.address)
    const load = startLoad({ ...form, stock, oldVersion: versionOf(from) })
    await pause((seconds * 1_000) / 2)
    const before = [...load.told.orders.keys()]
    const began = performance.now()
    await form.upgrade()
    const took = performance.now() - began
    await pause((seconds * 1_000) / 2)
    await load.stop()
    const checked = await checkShop({ form, load, stock, mails: mail.mails }, before)
    const { told } = load
    for (const problem of checked.problems.slice(0, 20)) say(`  ${problem}`)
    if (checked.problems.length > 20) say(`  and ${checked.problems.length - 20} more`)
    const answers = [...told.answers].map(([kind, count]) => `${kind}: ${count}`).join(', ')
    say(`answers: ${answers}`)
    say(
      `${name}: ${told.orders.size} orders (${before.length} before), ${told.approved.size} approved, ${mail.mails.length} mails, ${checked.events} events (MACs from ${checked.macsFrom}); upgraded in ${(took / 1_000).toFixed(1)} s, longest wait ${(told.longestWait / 1_000).toFixed(1)} s: ${checked.problems.length === 0 ? 'whole' : `${checked.problems.length} wrong`}`,
    )
    return checked.problems.length === 0
  } finally {
    await programs.stopAll()
    mail.close()
    process.off('SIGINT', endAll)
  }
}

const { commit, chosen, seconds } = read()
const id = execFileSync('git', ['rev-parse', '--short', `${commit}^{commit}`], { cwd: here })
const folder = mkdtempSync(path.join(tmpdir(), 'strand-upgrade-'))
chmodSync(folder, 0o755)
const from = path.join(folder, 'old')
const { isLinked } = unpackRelease(commit, { here, into: from })
say(
  `from ${id.toString().trim()}, with ${isLinked ? 'the packages of this tree' : 'packages of its own'}`,
)
let isWhole = true
for (const name of chosen) {
  const own = path.join(folder, name)
  mkdirSync(own)
  isWhole = (await drill(name, from, own, seconds)) && isWhole
}
if (isWhole) rmSync(folder, { recursive: true, force: true })
else say(`What was printed is in ${folder}`)
process.exit(isWhole ? 0 : 1)
