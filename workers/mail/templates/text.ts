import { formatDeliveryPrice, formatNaira } from '@strand/contracts/naira'
import { writtenPhone } from '@strand/contracts/order/contact'
import type { Block, MailContent, ShopContact } from './content.ts'

const renderBlock = (block: Block): string => {
  switch (block.kind) {
    case 'text':
      return block.text
    case 'note':
      return block.link ? `${block.text}\n${block.link.href}` : block.text
    case 'order':
      return `Order:  ${block.id}\nStatus: ${block.status}`
    case 'message':
      return `${block.from}:\n${block.text.replaceAll(/^/gm, '> ')}`
    case 'items':
      return [
        ...block.lines.map(
          (item) =>
            `- ${item.product}\n  ${item.quantity} x ${formatNaira(item.price)} = ${formatNaira(item.amount)}`,
        ),
        ...block.sums.map(({ label, amount }) => `${label}: ${formatDeliveryPrice(amount)}`),
        `Total: ${formatNaira(block.total)}`,
      ].join('\n')
    case 'facts':
      return block.facts.map(({ label, value }) => `${label}: ${value}`).join('\n')
    case 'secret':
      return `${block.label}: ${block.value}`
    case 'button':
      return `${block.label}:\n${block.href}`
  }
}

export const renderText = (content: MailContent, shop: ShopContact): string =>
  [
    content.heading,
    content.greeting,
    ...content.blocks.map(renderBlock),
    `-- \n${shop.name}\n${content.reason}\nQuestions? Write to ${shop.supportEmail}, ${shop.instagram ? '' : 'or '}to ${writtenPhone(shop.whatsapp)} on WhatsApp${shop.instagram ? `, or to @${shop.instagram} on Instagram` : ''}. We never ask for your PIN or OTP.`,
  ].join('\n\n')
