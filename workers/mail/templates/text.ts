import { type Block, type MailContent, naira, type ShopContact } from './content.ts'

// A plain space: a non-breaking one only helps where the reader lays out the lines.
const money = (amount: number) => naira(amount).replaceAll(/\s/g, ' ')

const renderBlock = (block: Block): string => {
  switch (block.kind) {
    case 'text':
    case 'note':
      return block.text
    case 'order':
      return `Order:  ${block.id}\nStatus: ${block.status}`
    case 'message':
      return `${block.from}:\n${block.text.replaceAll(/^/gm, '> ')}`
    case 'items':
      return [
        ...block.lines.map(
          (item) =>
            `- ${item.product}\n  ${item.quantity} x ${money(item.price)} = ${money(item.amount)}`,
        ),
        ...block.sums.map(({ label, amount }) => `${label}: ${money(amount)}`),
        `Total: ${money(block.total)}`,
      ].join('\n')
    case 'facts':
      return block.facts.map(({ label, value }) => `${label}: ${value}`).join('\n')
    case 'secret':
      return `${block.label}: ${block.value}`
    case 'button':
      return `${block.label}:\n${block.href}`
  }
}

/** The content of a mail as plain text. */
export const renderText = (content: MailContent, shop: ShopContact): string =>
  [
    content.heading,
    content.greeting,
    ...content.blocks.map(renderBlock),
    `-- \n${shop.name}\n${content.reason}\nQuestions? Write to ${shop.supportEmail}${shop.instagram ? ` or @${shop.instagram} on Instagram` : ''}.`,
  ].join('\n\n')
