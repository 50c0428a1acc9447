import path from 'node:path'
import { type MailKind, mailNames } from '@strand/contracts/mail/mail'
import { renderMessage } from '@strand/workers/mail/message'
import type { MailContent } from '@strand/workers/mail/templates/content'
import * as order from '@strand/workers/mail/templates/order'
import * as user from '@strand/workers/mail/templates/user'
import { shopContact as shop } from '@strand/workers/testing/shop-contact'
import type { TestBrowser } from '../../e2e/testing/browser.ts'

/** The widths of a phone, and of a mail program on a desktop. */
const widths = [360, 600]

const publicUrl = 'https://hair.shop.example'
const orderId = '7K3Q-ZM9X-WD4T'
const at = '2026-11-21T13:05:00.000Z'
const token = 'QmFzZTY0'.repeat(6)
const aboutOrder = {
  order: {
    orderId,
    lines: [
      {
        product: 'Bone straight 18 inches, 200 g, double drawn',
        quantity: 2,
        price: 85_000,
        amount: 170_000,
      },
      { product: 'Satin bonnet', quantity: 1, price: 3_500, amount: 3_500 },
    ],
    location: { name: 'Lagos Mainland', address: '' },
    country: '',
    subtotal: 173_500,
    deliveryPrice: 4_200,
    total: 177_700,
  },
  greeting: 'Dear Adaobi,',
  shop,
  trackingUrl: `${publicUrl}/order-history/${orderId}`,
  receiptUrl: `${publicUrl}/api/orders/${orderId}/receipt`,
  placedAt: at,
  customer: {
    firstName: 'Adaobi',
    lastName: 'Okafor-Williams',
    email: 'adaobi.okafor@mail.example',
    countryCode: 'NG',
    phone: '08031234567',
    instagramUsername: 'adaobi.hair',
    accountName: 'Adaobi Okafor',
    deliveryAddress: '5 Marina Road, Lagos Island',
    postalCode: '',
    fileNames: [],
  },
}
const pickUp = {
  ...aboutOrder,
  order: {
    ...aboutOrder.order,
    location: { name: 'Pick-up, Yaba', address: '12 Macaulay Way, Yaba' },
    deliveryPrice: 0,
    total: 173_500,
  },
}
const aboutUser = { greeting: 'Dear Chukwuemeka,', shop }
const link = `${publicUrl}/activate#${token}`
const isBack = { undone: { type: 'OrderApproved' }, from: 'confirmed', to: 'pending' } as const
const message =
  'Your parcel left today with the morning bus.\nPlease call the driver, Musa, before 5 pm.'

const contents: Record<MailKind, MailContent[]> = {
  'order-received': [order.orderReceived(aboutOrder), order.orderReceived(pickUp)],
  'order-confirmed': [order.orderConfirmed(aboutOrder)],
  'order-status-changed': [
    order.orderStatusChanged(aboutOrder, 'shipped', message, {
      carrier: 'GIG Logistics',
      waybill: '1008431592',
    }),
    order.orderStatusChanged(aboutOrder, 'returned', ''),
  ],
  'order-change-undone': [order.orderChangeUndone(aboutOrder, isBack)],
  'order-archived': [
    order.orderArchived(
      aboutOrder,
      'We cannot find your transfer. Which bank did you send it from?',
    ),
  ],
  'order-question': [
    order.orderQuestion(
      aboutOrder,
      'Which name is on the account that you paid from?',
      `${aboutOrder.trackingUrl}#${token}`,
    ),
  ],
  'order-money-owed': [
    order.orderMoneyOwed(aboutOrder, { amountKobo: 350_000 }, 'You paid for the bonnet twice.'),
  ],
  'order-money-paid-back': [
    order.orderMoneyPaidBack(aboutOrder, { amountKobo: 350_000, restKobo: 0 }),
    order.orderMoneyPaidBack(aboutOrder, { amountKobo: 200_050, restKobo: 149_950 }),
  ],
  'user-activation': [
    user.welcome(aboutUser, {
      href: link,
      email: 'chukwuemeka@strand.example',
      password: 'Tr7-kQ9mZp4-wXyB2',
    }),
  ],
  'user-password-reset': [user.resetPassword(aboutUser, link)],
  'user-password-changed': [user.passwordChanged(aboutUser, { at, href: link })],
  'user-sign-in-slowed': [user.signInSlowed(aboutUser, link)],
  'user-password-known': [user.passwordKnown(aboutUser, { at, href: link })],
  'user-password-ended': [user.passwordEnded(aboutUser, { at, href: link })],
  'user-checkpoint': [
    user.checkpointOfDay(aboutUser, {
      day: '2026-11-21',
      note: `hair.shop.example\n48210\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— hair.shop.example Az3grnmrIUEDFqHzAElIQCPNoRFRAAdFo47fooyWKMHb89k11GJh5zHIfNCOBmwn/C3YI8oW9/C8DJBtnGPYhGPf`,
    }),
  ],
  'user-money-taken-back': [
    user.moneyTakenBack(
      aboutUser,
      { payments: 2, amountKobo: 15_350_000 },
      `${publicUrl}/dashboard/money`,
    ),
  ],
}

/**
 * Captures each email whose file name begins with `only`, at the widths of a phone and an email
 * program.
 */
export const shootMails = async (browser: TestBrowser, folder: string, only: string) => {
  const to = { name: 'Adaobi Okafor-Williams', address: 'adaobi.okafor@mail.example' }
  const context = await browser.newContext()
  const page = await context.newPage()
  for (const kind of Object.keys(mailNames) as MailKind[])
    for (const [index, content] of contents[kind].entries()) {
      const name = `mail.${kind}${index > 0 ? `-${index + 1}` : ''}`
      if (!name.startsWith(only)) continue
      const { html } = renderMessage({ to, content }, { eventId: '1', kind, shop, publicUrl })
      await page.setContent(html)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 740 })
        await page.screenshot({ path: path.join(folder, `${name}.${width}.png`), fullPage: true })
      }
    }
  await context.close()
}
