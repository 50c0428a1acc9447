import { amountOf, type Facts, pad, partsOf, shortAmountOf } from './facts.ts'

/** A receipt as an app's page, 412 CSS pixels wide; `dark` selects dark mode. */
export type Layout = { name: string; html: (facts: Facts, dark: boolean) => string }

const page = (style: string, body: string) =>
  `<!doctype html><meta charset="utf-8"><style>
  * { box-sizing: border-box; margin: 0 } body { width: 412px; padding: 20px; font: 14px/1.45 sans-serif }
  ${style}</style><body>${body}`

const rows = (pairs: [string, string][]) =>
  pairs
    .map(([label, value]) => `<div class="row"><span>${label}</span><b>${value}</b></div>`)
    .join('')

/** A large amount in the middle, then labels on the left and values on the right. */
const centred: Layout = {
  name: 'centred',
  html: (facts, dark) => {
    const { year, day, name, ending, hour, minute } = partsOf(facts)
    const colours = dark
      ? 'body { background: #101418; color: #e8eaed } .row span { color: #9aa0a6 } h1 { color: #3ddc97 }'
      : 'body { background: #fff; color: #1b1b1f } .row span { color: #6b7280 } h1 { color: #00875a }'
    return page(
      `${colours} header { text-align: center; margin: 12px 0 24px } h1 { font-size: 32px; margin: 8px 0 }
      .row { display: flex; justify-content: space-between; gap: 24px; padding: 8px 0 } .row b { text-align: right; font-weight: 600; overflow-wrap: anywhere }`,
      `<header><p>Transaction Receipt</p><h1>₦${amountOf(facts)}</h1><p>Successful</p>
      <p>${name.slice(0, 3)} ${day}${ending}, ${year} ${pad(hour)}:${pad(minute)}:41</p></header>${rows(
        [
          [
            'Recipient Details',
            `${facts.recipient}<br>${facts.recipientBank} | ${facts.recipientAccount}`,
          ],
          ['Sender Details', `${facts.sender}<br>${facts.senderBank}`],
          ['Transaction Type', 'Transfer to bank'],
          ['Transaction No.', facts.reference],
          ['Session ID', facts.sessionId],
        ],
      )}`,
    )
  },
}

const stacked: Layout = {
  name: 'stacked',
  html: (facts, dark) => {
    const { year, day, name, hour12, minute, half } = partsOf(facts)
    const colours = dark
      ? 'body { background: #1a1326; color: #f4f0fa } dt { color: #b3a7c7 }'
      : 'body { background: #faf8fc; color: #221433 } dt { color: #75668c }'
    const pairs = [
      ['Amount', `NGN ${amountOf(facts)}`],
      ['To', facts.recipient],
      ['Account number', facts.recipientAccount],
      ['Bank', facts.recipientBank],
      ['From', facts.sender],
      ['Date', `${day} ${name} ${year}, ${hour12}:${pad(minute)} ${half}`],
      ['Reference', facts.reference],
      ['Session ID', facts.sessionId],
      ['Status', 'Completed'],
    ]
    return page(
      `${colours} h2 { font-size: 20px; margin-bottom: 16px } dt { font-size: 13px } dd { font-size: 16px; margin-bottom: 14px }`,
      `<h2>Money sent</h2><dl>${pairs.map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`).join('')}</dl>`,
    )
  },
}

const formal: Layout = {
  name: 'formal',
  html: (facts, dark) => {
    const { year, month, day, hour, minute } = partsOf(facts)
    const colours = dark
      ? 'body { background: #0b1b33; color: #f2f5fa } td { border-color: #38496b }'
      : 'body { background: #fff; color: #101010 } td { border-color: #c8c8c8 }'
    const pairs = [
      ['Transaction Amount', `NGN${amountOf(facts)}`],
      ['Transaction Date', `${pad(day)}/${pad(month)}/${year} ${pad(hour)}:${pad(minute)}:07`],
      ['Sender Name', facts.sender],
      ['Beneficiary Name', facts.recipient],
      ['Beneficiary Account', facts.recipientAccount],
      ['Beneficiary Bank', facts.recipientBank],
      ['Transaction Reference', facts.reference],
      ['Session ID', facts.sessionId],
    ]
    return page(
      `${colours} body { padding: 16px } h2 { text-align: center; font-size: 18px; margin: 10px 0 16px } table { border-collapse: collapse; width: 100% }
      td { border-bottom: 1px solid; padding: 9px 4px; font-size: 13px; vertical-align: top; overflow-wrap: anywhere } td:first-child { width: 150px; font-weight: 700 }`,
      `<h2>TRANSFER RECEIPT</h2><table>${pairs.map(([label, value]) => `<tr><td>${label}:</td><td>${value}</td></tr>`).join('')}</table>`,
    )
  },
}

const card: Layout = {
  name: 'card',
  html: (facts, dark) => {
    const { year, month, day, hour, minute } = partsOf(facts)
    const colours = dark
      ? 'body { background: #16181d; color: #eceff4 } .row span { color: #a3adbd } header { background: #4527a0 }'
      : 'body { background: #f3f4f8; color: #20242c } .row span { color: #666f80 } header { background: #5e35b1 }'
    return page(
      `${colours} header { color: #fff; margin: -20px -20px 16px; padding: 28px 20px } h1 { font-size: 28px }
      .row { display: flex; justify-content: space-between; gap: 16px; padding: 7px 0 } .row b { font-weight: 500; text-align: right; overflow-wrap: anywhere }`,
      `<header><p>You sent</p><h1>₦ ${shortAmountOf(facts)}</h1><p>to ${facts.recipient}</p></header>${rows(
        [
          ['Amount', `₦${amountOf(facts)}`],
          ['Fee', '₦10.00'],
          ['Beneficiary', facts.recipient],
          ['Account', facts.recipientAccount],
          ['Bank', facts.recipientBank],
          ['Sender', facts.sender],
          ['Date', `${year}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}`],
          ['Reference', facts.reference],
          ['Session ID', facts.sessionId],
        ],
      )}`,
    )
  },
}

const ticket: Layout = {
  name: 'ticket',
  html: (facts, dark) => {
    const { year, day, name, hour, minute } = partsOf(facts)
    const colours = dark
      ? 'body { background: #222; color: #ddd }'
      : 'body { background: #fffef8; color: #222 }'
    const lines = [
      ['AMOUNT', `N${amountOf(facts)}`],
      ['DATE', `${pad(day)}-${name.slice(0, 3)}-${year} ${pad(hour)}:${pad(minute)}`],
      ['FROM', facts.sender],
      ['TO', facts.recipient],
      ['ACCT NO', facts.recipientAccount],
      ['BANK', facts.recipientBank],
      ['REF', facts.reference],
      ['SESSION', facts.sessionId],
    ]
    return page(
      `${colours} body { font: 14px/1.7 'DejaVu Sans Mono', monospace } h2 { text-align: center; font-size: 17px; margin: 8px 0 }
      hr { border: 0; border-top: 1px dashed; margin: 8px 0 }`,
      `<h2>BAOBAB MFB</h2><p style="text-align:center">CUSTOMER COPY</p><hr>${lines
        .map(([label = '', value = '']) => `<p>${label.padEnd(8, ' ')}: ${value}</p>`)
        .join('')}<hr><p style="text-align:center">APPROVED - THANK YOU</p>`,
    )
  },
}

export const layouts: readonly Layout[] = [centred, stacked, formal, card, ticket]
