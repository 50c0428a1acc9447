import { eventually } from '@strand/platform/testing/eventually'
import type { Locator, Request, Route } from 'playwright-core'
import { expect } from 'vitest'
import { expectSoundScreen, type Screen } from './screens.ts'

/** A toast's title and text; an empty text means none. */
type Notice = { title: string; text: string }

// These notices repeat the specification's texts, so that the product is not compared with itself.
export const timedOut: Notice = {
  title: 'An error occured',
  text: 'Request failed due to network error, try again',
}
/**
 * For approving, archiving, restoring, and actions on campaigns and products, if no answer comes.
 */
export const actionUnanswered: Notice = { title: 'Failed', text: 'An error occurred' }
/** For every other staff action, if no answer comes. */
export const adminUnanswered: Notice = {
  title: 'Invalid order request',
  text: 'Your request seems to be invalid',
}
export const otherUnanswered: Notice = {
  title: 'An error occurred while processing this request',
  text: 'An error occured',
}
export const invalidForm = "Something's not right with your request, try again"

const notices = ({ page }: Screen) => page.getByRole('region', { name: 'Notices' })

/** Closes the notices by key, because each may disappear before a pointer reaches it. */
export const closeNotices = async (screen: Screen) => {
  const buttons = notices(screen).getByRole('button', { name: 'Close notice' })
  await buttons.evaluateAll((all) => {
    for (const button of all as { click(): void }[]) button.click()
  })
  await buttons.first().waitFor({ state: 'detached' })
}

/**
 * Expects exactly this toast, and that the user can close it. `good` also checks the screen around
 * it.
 */
export const expectNotice = async (screen: Screen, { title, text }: Notice, good = true) => {
  const all = notices(screen)
  await all.getByText(title, { exact: true }).first().waitFor()
  const said = await all.getByRole('paragraph').allInnerTexts()
  expect(said).toEqual([title, text].filter((line) => line !== ''))
  if (good) await expectSoundScreen(screen, `with the notice '${title}'`)
  await closeNotices(screen)
}

/** By the specification, some failures are shown in place and never in a toast. */
export const expectNoNotice = async (screen: Screen) => {
  expect(await notices(screen).getByRole('paragraph').allInnerTexts()).toEqual([])
  await expectSoundScreen(screen, 'after a silent failure')
}

/**
 * The method and path of calls, such as `PUT /api/admin/approve-order/`, which includes longer
 * paths.
 */
export type Calls = string

const callsOf = (calls: Calls) => {
  const [method, path = ''] = calls.split(' ')
  const isBelow = (url: URL) => url.pathname.startsWith(path)
  const isOne = (request: Request) => request.method() === method && isBelow(new URL(request.url()))
  return { path, isBelow, isOne }
}

/** While `work` runs, `handle` gets these calls; all others go through. */
const withRoute = async <Result>(
  { page }: Screen,
  calls: Calls,
  handle: (route: Route) => unknown,
  work: () => Promise<Result>,
): Promise<Result> => {
  const { isBelow, isOne } = callsOf(calls)
  await page.route(isBelow, (route) => (isOne(route.request()) ? handle(route) : route.fallback()))
  return work().finally(() => page.unroute(isBelow))
}

export const withoutAnswers = (screen: Screen, calls: Calls, work: () => Promise<unknown>) => {
  screen.provokes(callsOf(calls).path)
  return withRoute(screen, calls, (route) => route.abort('connectionfailed'), work)
}

/**
 * While `work` runs, the server never answers these calls, and they time out a hundred times as
 * fast.
 */
export const withTimeouts = async (screen: Screen, calls: Calls, work: () => Promise<unknown>) => {
  await screen.page.evaluate(hurry, calls)
  await withRoute(screen, calls, () => {}, work)
  await screen.page.evaluate(hurry, '')
}

/**
 * Runs in the page. This function relies on the app starting a call's timeout just before the call.
 */
const hurry = (calls: string) => {
  const page = window as unknown as { hurried?: string }
  const isNew = page.hurried === undefined
  page.hurried = calls
  if (!isNew) return
  const { fetch } = window
  const start = window.setTimeout.bind(window)
  let hurryLatest = () => {}
  window.setTimeout = ((work: () => void, milliseconds = 0, ...given: unknown[]) => {
    hurryLatest = () => start(work, milliseconds / 100)
    return start(work, milliseconds, ...given)
  }) as typeof window.setTimeout
  window.fetch = (input, init) => {
    const { pathname } = new URL(String(input), window.location.href)
    const call = `${init?.method ?? 'GET'} ${pathname}`
    if (page.hurried && call.startsWith(page.hurried)) hurryLatest()
    return fetch(input, init)
  }
}

/**
 * Runs the page's clock until `what` is shown, for calls that wait seconds before a retry. Moves
 * the pointer sometimes, so that the user is not signed out for inactivity.
 */
export const runClockUntil = async ({ page }: Screen, what: Locator) => {
  let turn = 0
  await eventually(async () => {
    if (await what.isVisible()) return true
    await page.mouse.move(turn++ % 2, 0)
    await page.clock.runFor(500)
    // The page's calls take real time, which its clock must not outrun.
    await new Promise((resolve) => setTimeout(resolve, 100))
    return false
  })
}

type Answer = { status: number; message: string; responseMessage: string; result?: string[] }

/** The server's answer to `work`. `meanwhile` runs just before the server receives the call. */
export const captureAnswer = async (
  screen: Screen,
  calls: Calls,
  {
    work,
    meanwhile,
  }: { work: () => Promise<unknown>; meanwhile?: (() => Promise<unknown>) | undefined },
): Promise<Answer> => {
  const { path, isOne } = callsOf(calls)
  const answered = async () => {
    const [answer] = await Promise.all([
      screen.page.waitForResponse((answer) => isOne(answer.request())),
      work(),
    ])
    const { message, responseMessage, result } = await answer.json()
    return { status: answer.status(), message, responseMessage, result }
  }
  if (!meanwhile) return answered()
  screen.provokes(path)
  const afterwards = async (route: Route) => {
    await meanwhile()
    await route.continue()
  }
  return withRoute(screen, calls, afterwards, answered)
}
