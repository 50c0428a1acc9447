import { expect, test } from 'vitest'
import { shopContact as shop } from '../testing/shop-contact.ts'
import { greetingTo } from './feature.ts'
import { renderMessage, UnsendableMail } from './message.ts'
import { orderReceived, orderStatusChanged } from './templates/order.ts'
import { failureReason } from './transport/transport.ts'

const about = {
  eventId: '11111111-1111-4111-8111-111111111111',
  kind: 'order-received',
  shop,
  publicUrl: 'https://shop.example:8443',
}
const customer = {
  firstName: 'Ada',
  lastName: 'Okafor',
  email: 'ada@example.com',
  countryCode: 'NG',
  phone: '+2348031234567',
  instagramUsername: 'ada',
  accountName: 'Ada Okafor',
  deliveryAddress: '',
  postalCode: '',
  fileNames: [],
}
const order = {
  orderId: '7K3Q-ZM9X-WD4T',
  lines: [{ product: '<img src=x onerror=alert(1)>', quantity: 1, price: 5, amount: 5 }],
  location: { name: 'Lagos & "Abuja"', address: '' },
  country: '',
  subtotal: 5,
  deliveryPrice: 1,
  total: 6,
}
const content = orderReceived({
  order,
  greeting: 'Dear Ada,',
  shop,
  trackingUrl: 'https://x/1',
  receiptUrl: 'https://x/2',
  placedAt: '2026-11-21T13:05:00.000Z',
  customer: { ...customer, deliveryAddress: '5 Marina Road' },
})
const ada = { name: 'Ada Okafor', address: 'ada@example.com' }

test('a Message-ID depends only on the event and the kind of mail', () => {
  const once = renderMessage({ to: ada, content }, about)
  expect(once.messageId).toBe(`<${about.eventId}.order-received@shop.example>`)
  expect(renderMessage({ to: ada, content }, about)).toEqual(once)
})

test('line breaks and NULs in a name, address or subject are refused', () => {
  for (const bad of ['\r\nBcc: x@y.z', '\n', '\r', '\0', '\u2028', '\ud800']) {
    const named = { to: { ...ada, name: `Ada${bad}` }, content }
    const addressed = { to: { ...ada, address: `ada@example.com${bad}` }, content }
    const entitled = { to: ada, content: { ...content, subject: `Order${bad}` } }
    for (const mail of [named, addressed, entitled])
      expect(() => renderMessage(mail, about)).toThrow(UnsendableMail)
  }
})

test('a mail has exactly one recipient', () => {
  for (const address of [
    '',
    'ada',
    'a@b,c@d',
    'a@b;c@d',
    '<a@b> c@d',
    'group: a@b',
    'a@b@c',
    'a b@c',
  ])
    expect(() => renderMessage({ to: { name: '', address }, content }, about)).toThrow(
      UnsendableMail,
    )
})

test('what people type is escaped in HTML', () => {
  const { html } = renderMessage({ to: ada, content }, about)
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(html).toContain('Lagos &amp; &quot;Abuja&quot;')
  const changed = orderStatusChanged(
    {
      order,
      greeting: '<b>',
      shop,
      trackingUrl: 'https://x/"><script>',
      receiptUrl: 'https://x/2',
      placedAt: '2026-11-21T13:05:00.000Z',
      customer,
    },
    'shipped',
    '</td><script>alert(1)</script>',
  )
  expect(renderMessage({ to: ada, content: changed }, about).html).not.toContain('<script>')
})

test('HTML and text say the same', () => {
  const { html, text } = renderMessage({ to: ada, content }, about)
  for (const part of ['7K3Q-ZM9X-WD4T', 'Dear Ada,', content.reason, 'help@strand.example']) {
    expect(html).toContain(part)
    expect(text).toContain(part)
  }
})

test('a name greets a person; a sentence or a link in its place does not', () => {
  for (const name of ['Ada', 'Chukwuemeka Jr.', 'Ọlá', "N'Golo", 'Anne-Marie'])
    expect(greetingTo(` ${name} `)).toBe(`Dear ${name},`)
  for (const name of ['', 'Win at evil.com', 'http://evil', 'x'.repeat(41), 'You won 100', '<b>'])
    expect(greetingTo(name)).toBe('Hello,')
})

test('the reason for a failure contains no address', () => {
  const error = new Error('550 <ada.okafor@example.com>: ada.okafor unknown')
  expect(failureReason(error, 'ada.okafor@example.com')).toBe('550 (address) … unknown')
})
