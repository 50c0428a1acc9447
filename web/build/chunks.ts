import type { Rolldown } from 'vite'
import { sources } from './sources.ts'

const source = (file: string) => sources + file
const entry = source('app/main.tsx')
const form = source('order/confirm-payment/confirm-payment-page.tsx')
const pay = source('order/confirm-payment/pay/pay-page.tsx')
const otherCustomerScreens = [
  source('shop/terms/terms-page.tsx'),
  source('shop/privacy/privacy-page.tsx'),
  source('order/track-order/track-order-page.tsx'),
  source('order/track-order/order-history-page.tsx'),
  // Not a screen, but the layout of these screens loads it.
  source('shared/server-state/shop-calls.ts'),
]
/** The modules that load as soon as the form's first step is on the screen. */
const afterFirstStep = [
  source('order/confirm-payment/form-calls.ts'),
  source('order/confirm-payment/steps/rules.ts'),
  source('shared/server-state/shop-calls.ts'),
]
/**
 * `secondStep` loads while the customer fills in the first step, and `lastStep` loads during the
 * second.
 */
const lastStep = source('order/confirm-payment/steps/delivery-step.tsx')
const secondStep = [
  source('order/confirm-payment/steps/product-step.tsx'),
  source('order/confirm-payment/proofs/browser-proof-uploader.ts'),
]
const accountScreens = [
  'sign-in',
  'request-reset',
  'reset-password',
  'known-device',
  'change-password',
].map((name) => source(`accounts/sign-in/${name}-page.tsx`))
const question = source('order/track-order/question.tsx')
/**
 * The code that is needed as soon as a total is shown. It asks the shop to promise the prices, and
 * checks whether they have changed since. These modules are part of `later-steps`.
 */
const shownTotal = [
  source('order/confirm-payment/draft/promise-call.ts'),
  source('order/confirm-payment/draft/follow-shop.ts'),
]
const receipt = source('order/confirm-payment/submission/order-sent.tsx')

type Context = Rolldown.ChunkingContext

/** The given modules and all their static imports; with `dynamic`, also what they import later. */
const reachedFrom = (
  ids: readonly string[],
  context: Context,
  { dynamic = false, found = new Set<string>() } = {},
): Set<string> => {
  for (const id of ids) {
    const info = context.getModuleInfo(id)
    if (!info || found.has(id)) continue
    found.add(id)
    reachedFrom(info.importedIds, context, { dynamic, found })
    if (dynamic) reachedFrom(info.dynamicallyImportedIds, context, { dynamic, found })
  }
  return found
}

const readGraph = (context: Context) => ({
  start: reachedFrom([entry], context),
  form: reachedFrom([form], context),
  afterFirstStep: reachedFrom(afterFirstStep, context),
  laterSteps: reachedFrom([...secondStep, lastStep], context),
  beforeLastStep: reachedFrom([...afterFirstStep, ...secondStep], context),
  question: reachedFrom([question], context),
  account: reachedFrom(accountScreens, context),
  receipt: reachedFrom([receipt], context),
  shownTotal: reachedFrom(shownTotal, context),
  otherCustomers: reachedFrom(otherCustomerScreens, context),
  /** Everything except the form and the payment page, which is built from parts of the form. */
  others: withoutForm(context),
})

const withoutForm = (context: Context) => {
  const found = new Set([form, pay])
  reachedFrom([entry], context, { dynamic: true, found })
  found.delete(form)
  found.delete(pay)
  return found
}

/**
 * Names a few large chunks, because each extra request costs a round trip on a slow connection:
 *
 * - `vendor` (packages, which rarely change between releases) and `shared`: code that the form
 *   shares with other screens
 * - `form`: the rest of the form's first step
 * - `later-steps` and `last-step`: the form's rules and other steps
 * - `contracts` (with the schemas and zod): code that those steps and the receipt share with the
 *   other customer screens
 * - `shared-later`: code that those steps share with staff screens, or with the form for answering
 *   the shop's question
 * - `bank-account` and `fields`: parts of the pages about an order
 * - `staff-contracts`: contracts that only staff screens use. Contracts for signing in are in
 *   `account-contracts`
 * - `money-parts` for the money screens, `commands` for forms that send commands, and `account` for
 *   the account screens
 *
 * The bundler decides about all other code, and makes a chunk for each screen.
 */
export const chunkNames = (): Rolldown.CodeSplittingNameFunction => {
  let graph: ReturnType<typeof readGraph> | undefined
  return (id, context) => {
    graph ??= readGraph(context)
    const { start, form, afterFirstStep, laterSteps, beforeLastStep, receipt, question } = graph
    const { otherCustomers, others, account, shownTotal } = graph
    // This module is too small for a request of its own.
    const isSmall = id.endsWith('/server-state/is-first-attempt.ts')
    // One stylesheet for the whole form, so that no step waits for a stylesheet.
    const isStyleOfForm =
      id.endsWith('.css') && (form.has(id) || laterSteps.has(id) || receipt.has(id))
    if (start.has(id) || isSmall || isStyleOfForm || (form.has(id) && others.has(id))) {
      // The bundler's own helpers have no path. They go into `vendor`, because packages need them,
      // too.
      if (/\/(web\/src|contracts)\//.test(id)) return 'shared'
      // The parts of TanStack Query for mutations and for several queries at once: only staff
      // screens use them.
      if (/mutationObserver|useMutation/.test(id)) return 'commands'
      return /queriesObserver|useQueries/.test(id) ? null : 'vendor'
    }
    if (form.has(id)) return 'form'
    const isShared = afterFirstStep.has(id) || laterSteps.has(id) || id.includes('/contracts/')
    if (question.has(id) && isShared && !otherCustomers.has(id)) return 'shared-later'
    if (afterFirstStep.has(id) && otherCustomers.has(id)) return 'contracts'
    if (afterFirstStep.has(id)) return others.has(id) ? 'shared-later' : 'later-steps'
    // The pages about an order do not need this module in their first load.
    if (id.endsWith('/shared/order/bank-account.tsx')) return 'bank-account'
    const isLater = laterSteps.has(id) || receipt.has(id)
    if (isLater && otherCustomers.has(id)) return 'contracts'
    if (laterSteps.has(id) && others.has(id)) return 'shared-later'
    if (laterSteps.has(id)) return beforeLastStep.has(id) ? 'later-steps' : 'last-step'
    if (receipt.has(id)) return null
    if (shownTotal.has(id) && !others.has(id)) return 'later-steps'
    // Puts the field that finds an order, and the facts about an order, into one chunk instead of
    // six.
    const isOfOrders = /\/shared\/(forms|fields|feedback)\/|status-tag|\/order\/id\.ts$/.test(id)
    if (otherCustomers.has(id) && isOfOrders) return 'fields'
    if (/\/shared\/.*(use-command|submit-button)/.test(id)) return 'commands'
    // `name-of-line` and `use-worklist` are included, so that the import can show lines without
    // loading the money page's lists.
    if (/\/money\/(kobo|fact|money-calls|lines\/(name-of-line|use-worklist))\.tsx?$/.test(id))
      return 'money-parts'
    if (!id.includes('/contracts/') && account.has(id) && !accountScreens.includes(id))
      return 'account'
    if (!id.includes('/contracts/') || otherCustomers.has(id)) return null
    return account.has(id) ? 'account-contracts' : 'staff-contracts'
  }
}
