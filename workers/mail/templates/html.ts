import { formatDeliveryPrice, formatNaira } from '@strand/contracts/naira'
import { writtenPhone } from '@strand/contracts/order/contact'
import { escapeHtml } from '@strand/platform/http/escape-html'
import type { Block, MailContent, ShopContact } from './content.ts'

// Mail clients support little CSS, so layouts use tables, styles are inline, and there are no
// pictures or web fonts. The only style sheet reduces margins on phones, in clients that support
// it.
const accent = '#7A2E5D'
const ink = '#2B2330'
const soft = '#6B6270'
const line = '#E9E0E5'
const tint = '#F8F2F5'
const sans =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const mono = "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace"

// Escapes text that a person typed, so that it never becomes markup.
const lines = (text: string) => escapeHtml(text).replaceAll(/\r\n|\r|\n/g, '<br>')

const table = (rows: string, style = '') =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:separate;${style}">${rows}</table>`

const row = (content: string, style = '') => `<tr><td style="${style}">${content}</td></tr>`

const paragraph = (text: string, style = '') =>
  `<p style="margin:0 0 16px;${sans};font-size:16px;line-height:25px;color:${ink};word-break:break-word;${style}">${lines(text)}</p>`

const label = (text: string) =>
  `<div style="${sans};font-size:13px;line-height:20px;color:${soft}">${escapeHtml(text)}</div>`

const renderBlock = (block: Block): string => {
  switch (block.kind) {
    case 'text':
      return paragraph(block.text)
    case 'note':
      return noteBlock(block)
    case 'order':
      return orderBlock(block)
    case 'message':
      return messageBlock(block)
    case 'items':
      return itemsBlock(block)
    case 'facts':
      return block.facts
        .map(
          (fact) =>
            `<div style="margin:0 0 16px">${label(fact.label)}<div dir="auto" style="${sans};font-size:16px;line-height:24px;color:${ink};word-break:break-word">${lines(fact.value)}</div></div>`,
        )
        .join('')
    case 'secret':
      return secretBlock(block)
    case 'button':
      return buttonBlock(block)
  }
}

const noteBlock = ({ text, link }: Extract<Block, { kind: 'note' }>) => {
  const style = `font-size:14px;line-height:22px;color:${soft}`
  if (!link) return paragraph(text, style)
  return `${paragraph(text, `${style};margin-bottom:4px`)}<p style="margin:0 0 16px;${sans};font-size:13px;line-height:20px"><a href="${escapeHtml(link.href)}" style="color:${soft}">${escapeHtml(link.label)}</a></p>`
}

const orderBlock = ({ id, status }: Extract<Block, { kind: 'order' }>) =>
  table(
    row(
      `${label('Order')}
<div style="${mono};font-size:26px;line-height:34px;font-weight:700;letter-spacing:0.5px;color:${accent}">${escapeHtml(id)}</div>
<div style="${sans};font-size:14px;line-height:22px;color:${ink};padding-top:4px">Status: <strong>${escapeHtml(status)}</strong></div>`,
      `background:${tint};border-radius:12px;padding:18px 20px`,
    ),
    'margin:4px 0 24px',
  )

const messageBlock = ({ from, text }: Extract<Block, { kind: 'message' }>) =>
  table(
    row(
      `${label(from)}<div dir="auto" style="${sans};font-size:16px;line-height:25px;color:${ink};padding-top:4px;word-break:break-word">${lines(text)}</div>`,
      `border-left:3px solid ${accent};padding:2px 0 2px 16px`,
    ),
    'margin:0 0 24px',
  )

const itemsBlock = ({ lines: items, sums, total }: Extract<Block, { kind: 'items' }>) => {
  const cell = `padding:12px 0;border-bottom:1px solid ${line};${sans};font-size:15px;line-height:22px;color:${ink};vertical-align:top`
  const right = `${cell};text-align:right;white-space:nowrap;padding-left:16px`
  const rows = items.map(
    (item) =>
      `<tr><td style="${cell};word-break:break-word">${escapeHtml(item.product)}<div style="font-size:13px;line-height:20px;color:${soft}">${item.quantity} × ${formatNaira(item.price)}</div></td><td style="${right}">${formatNaira(item.amount)}</td></tr>`,
  )
  const sum = `padding:10px 0 0;${sans};font-size:15px;line-height:22px;color:${soft}`
  for (const { label: name, amount } of sums)
    rows.push(
      `<tr><td style="${sum};word-break:break-word">${escapeHtml(name)}</td><td style="${sum};text-align:right;white-space:nowrap;padding-left:16px">${formatDeliveryPrice(amount)}</td></tr>`,
    )
  const end = `padding:12px 0 0;${sans};font-size:18px;line-height:26px;font-weight:700;color:${ink}`
  rows.push(
    `<tr><td style="${end}">Total</td><td style="${end};text-align:right;white-space:nowrap">${formatNaira(total)}</td></tr>`,
  )
  return table(rows.join(''), 'margin:0 0 28px')
}

const secretBlock = ({ label: name, value }: Extract<Block, { kind: 'secret' }>) =>
  table(
    row(
      `${label(name)}<div style="${mono};font-size:18px;line-height:28px;font-weight:600;color:${ink};word-break:break-all">${escapeHtml(value)}</div>`,
      `background:${tint};border-radius:12px;padding:14px 20px`,
    ),
    'margin:0 0 20px',
  )

const buttonBlock = ({ label: name, href }: Extract<Block, { kind: 'button' }>) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 16px"><tr><td bgcolor="${accent}" style="border-radius:10px;background:${accent}"><a href="${escapeHtml(href)}" style="display:inline-block;padding:14px 26px;${sans};font-size:16px;line-height:22px;font-weight:600;color:#FFFFFF;text-decoration:none">${escapeHtml(name)}</a></td></tr></table>
<p style="margin:0 0 24px;${sans};font-size:13px;line-height:20px;color:${soft}">Or open this address:<br><a href="${escapeHtml(href)}" style="color:${accent};word-break:break-all">${escapeHtml(href)}</a></p>`

/** Renders a complete HTML email, for screens that are at least 320 pixels wide. */
export const renderHtml = (content: MailContent, shop: ShopContact): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(content.subject)}</title>
<style>@media (max-width:520px){.edge{padding:20px 12px 32px!important}.card{padding:28px 22px 12px!important}}</style>
</head>
<body style="margin:0;padding:0;background:${tint};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(content.preview)}${'&#8199;&#847;'.repeat(40)}</div>
${table(
  `<tr><td class="edge" align="center" style="padding:36px 16px 48px">
<!--[if mso]><table role="presentation" width="560" align="center"><tr><td><![endif]-->
${table(
  `${row(escapeHtml(shop.name), `padding:0 4px 18px;${sans};font-size:18px;line-height:26px;font-weight:700;color:${accent}`)}
<tr><td class="card" style="background:#FFFFFF;border:1px solid ${line};border-radius:16px;padding:40px 40px 20px">
<h1 style="margin:0 0 20px;${sans};font-size:24px;line-height:32px;font-weight:700;color:${ink}">${escapeHtml(content.heading)}</h1>
${paragraph(content.greeting)}
${content.blocks.map(renderBlock).join('\n')}
</td></tr>
${row(footer(content, shop), `padding:22px 4px 0;${sans};font-size:13px;line-height:21px;color:${soft}`)}`,
  'max-width:560px;margin:0 auto',
)}
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>`,
  `background:${tint}`,
)}
</body>
</html>
`

const footer = (content: MailContent, shop: ShopContact) => {
  const link = (href: string, text: string, style = '') =>
    `<a href="${escapeHtml(href)}" style="color:${accent};${style}">${escapeHtml(text)}</a>`
  const instagram = shop.instagram
    ? `, or to ${link(`https://instagram.com/${encodeURIComponent(shop.instagram)}`, `@${shop.instagram}`)} on Instagram`
    : ''
  const whatsapp = link(
    `https://wa.me/${shop.whatsapp}`,
    writtenPhone(shop.whatsapp),
    'white-space:nowrap',
  )
  return `${escapeHtml(content.reason)}<br>Questions? Write to ${link(`mailto:${shop.supportEmail}`, shop.supportEmail)}, ${instagram ? '' : 'or '}to ${whatsapp} on WhatsApp${instagram}. We never ask for your PIN or OTP.`
}
