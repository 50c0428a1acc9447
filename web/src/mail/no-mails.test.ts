import type { MailCounts } from '@strand/contracts/mail/mail'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NoMails } from './no-mails.tsx'

const none: MailCounts = { waiting: 0, failed: 0, held: 0, outage: null }
const outage = { since: '2026-03-12T09:00:00.000Z', reason: 'No answer' }

const heading = (counts: MailCounts | undefined) =>
  /<h2>(.+?)<\/h2>/.exec(
    renderToStaticMarkup(createElement(NoMails, { state: 'failed', counts })),
  )?.[1]

test('the text claims that all emails went out only if the counts, which may be outdated, agree', () => {
  expect(heading(none)).toBe('All emails went out')
  const others = [{ waiting: 1 }, { failed: 1 }, { held: 1 }, { outage }]
  for (const one of others) expect(heading({ ...none, ...one })).toBe('No emails failed')
  expect(heading(undefined)).toBe('No emails failed')
})
