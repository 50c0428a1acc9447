import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

/**
 * `npm run check:budgets`: compares the gzipped code that a phone loads with its budget. Builds the
 * app in memory. A view costs the chunks of its modules, and all their static imports. Decision
 * 070.
 */
const root = fileURLToPath(new URL('../web/', import.meta.url))
const kilobyte = 1000
const budgets = {
  formScripts: 110,
  publicScripts: 130,
  publicStyles: 12,
  staffScripts: 320,
  /**
   * The form's later steps, with its rules and API calls, which load once the first step is shown.
   */
  formRules: 40,
  palette: 12,
  /** The whole feature: bank lines, dialogs, the import and the statements. */
  money: 35,
  later: 40,
}

const entry = 'app/main.tsx'
const form = 'order/confirm-payment/confirm-payment-page.tsx'
const pay = 'order/confirm-payment/pay/pay-page.tsx'
const formRules = 'order/confirm-payment/steps/rules.ts'
const publicViews = [
  form,
  pay,
  'shop/terms/terms-page.tsx',
  'shop/privacy/privacy-page.tsx',
  'order/track-order/track-order-page.tsx',
  'order/track-order/order-history-page.tsx',
]
const palette = 'staff-shell/palette/palette.tsx'
const money = [
  'money/money-page.tsx',
  'money/line/line-dialog.tsx',
  'money/import/import-view.tsx',
  'money/statements/statements.tsx',
]
const staffView = [
  entry,
  'app/staff-routes.tsx',
  'app/staff-frame.tsx',
  'order/desk/orders-page.tsx',
]

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss?: Set<string> } }

const output = (await build({
  root,
  configFile: `${root}vite.config.ts`,
  logLevel: 'silent',
  build: { write: false },
})) as Rolldown.RolldownOutput
const chunks = new Map<string, Chunk>()
const styles = new Map<string, number>()
for (const file of output.output)
  if (file.type === 'chunk') chunks.set(file.fileName, file)
  else if (file.fileName.endsWith('.css'))
    styles.set(file.fileName, gzipSync(Buffer.from(file.source)).length)

const chunkOf = (module: string): Chunk => {
  const found = [...chunks.values()].find(
    ({ facadeModuleId, moduleIds }) =>
      facadeModuleId?.endsWith(`/web/src/${module}`) ||
      moduleIds.some((id) => id.endsWith(`/web/src/${module}`)),
  )
  if (!found) throw new Error(`No chunk holds ${module}: correct the list in tools/budgets.ts`)
  return found
}

/** A chunk and all its static imports. */
const reachedFrom = (chunk: Chunk, loaded = new Set<Chunk>()): Set<Chunk> => {
  if (loaded.has(chunk)) return loaded
  loaded.add(chunk)
  for (const name of chunk.imports) {
    const imported = chunks.get(name)
    if (imported) reachedFrom(imported, loaded)
  }
  return loaded
}

const loadedBy = (modules: string[]): Set<Chunk> => {
  const loaded = new Set<Chunk>()
  for (const module of modules) reachedFrom(chunkOf(module), loaded)
  return loaded
}

const scriptsOf = (loaded: Iterable<Chunk>) =>
  [...loaded].reduce((sum, { code }) => sum + gzipSync(code).length, 0)

const start = loadedBy([entry])

const without = (loaded: Set<Chunk>, excluded: Set<Chunk>) =>
  [...loaded].filter((chunk) => !excluded.has(chunk))

/**
 * Chunks that load after a view is first shown, directly or indirectly: screens and parts of
 * screens.
 */
const laterThan = (view: Set<Chunk>): Map<string, Chunk> => {
  const later = new Map<string, Chunk>()
  const look = (loaded: Set<Chunk>) => {
    // The entry's dynamic imports are other screens, which do not belong to this view.
    for (const chunk of without(loaded, start))
      for (const name of chunk.dynamicImports) {
        const put = chunks.get(name)
        if (!put || view.has(put) || later.has(name)) continue
        later.set(name, put)
        look(reachedFrom(put))
      }
  }
  look(view)
  return later
}

const stylesOf = (loaded: Iterable<Chunk>) => {
  const names = new Set(
    [...loaded].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
  )
  return [...names].reduce((sum, name) => sum + (styles.get(name) ?? 0), 0)
}

let tooLarge = 0
const checkBudget = (what: string, bytes: number, budget: number) => {
  const isOver = bytes > budget * kilobyte
  if (isOver) tooLarge++
  const size = (bytes / kilobyte).toFixed(1).padStart(6)
  process.stdout.write(`  ${isOver ? '✗' : '✓'} ${size} of ${budget} KB  ${what}\n`)
}

const checkLater = (view: Set<Chunk>) => {
  for (const [file, chunk] of laterThan(view)) {
    const module = chunk.facadeModuleId?.split('/web/src/')[1] ?? file
    const further = without(reachedFrom(chunk), view)
    checkBudget(`scripts of ${module} beyond it`, scriptsOf(further), budgets.later)
  }
}

/** These views load the form's rules and later steps once the view is shown. */
const formViews = [form, pay]
for (const view of formViews) {
  const first = loadedBy([entry, view])
  const rules = without(loadedBy([formRules]), first)
  checkBudget(`scripts of ${view}`, scriptsOf(first), budgets.formScripts)
  checkBudget(`scripts of ${formRules} beyond it`, scriptsOf(rules), budgets.formRules)
}
for (const view of publicViews) {
  const isForm = formViews.includes(view)
  const loaded = loadedBy(isForm ? [entry, view, formRules] : [entry, view])
  if (!isForm) checkBudget(`scripts of ${view}`, scriptsOf(loaded), budgets.publicScripts)
  checkBudget(`styles of ${view}`, stylesOf(loaded), budgets.publicStyles)
  checkLater(loaded)
}
const staff = loadedBy(staffView)
checkBudget('scripts of staff’s first view', scriptsOf(staff), budgets.staffScripts)
checkLater(staff)
const paletteScripts = scriptsOf(without(loadedBy([palette]), staff))
checkBudget(`scripts of ${palette} beyond it`, paletteScripts, budgets.palette)
const moneyScripts = scriptsOf(without(loadedBy(money), staff))
checkBudget('scripts of all of money/ beyond it', moneyScripts, budgets.money)
const fonts = output.output.filter(({ fileName }) => /[.](woff2?|ttf|otf)$/.test(fileName))
checkBudget('fonts', fonts.length, 0)
if (tooLarge > 0) {
  process.stderr.write(`\n  ${tooLarge} over budget: load later what a first view does not show.\n`)
  process.exit(1)
}
