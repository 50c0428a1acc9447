import { type Block, type Letter, naira, type Shop } from './letter.ts'

// A plain space: a non-breaking one only helps where the reader lays out the lines.
const money = (amount: number) => naira(amount).replaceAll(/\s/g, ' ')

const block = (content: Block): string => {
  switch (content.kind) {
    case 'text':
    case 'note':
      return content.text
    case 'order':
      return `Order:  ${content.id}\nStatus: ${content.status}`
    case 'message':
      return `${content.from}:\n${content.text.replaceAll(/^/gm, '> ')}`
    case 'items':
      return [
        ...content.lines.map(
          (item) =>
            `- ${item.product}\n  ${item.quantity} x ${money(item.price)} = ${money(item.amount)}`,
        ),
        ...content.sums.map(({ label, amount }) => `${label}: ${money(amount)}`),
        `Total: ${money(content.total)}`,
      ].join('\n')
    case 'facts':
      return content.facts.map(({ label, value }) => `${label}: ${value}`).join('\n')
    case 'secret':
      return `${content.label}: ${content.value}`
    case 'button':
      return `${content.label}:\n${content.href}`
  }
}

/** The same letter as plain text. */
export const textOf = (letter: Letter, shop: Shop): string =>
  [
    letter.heading,
    letter.greeting,
    ...letter.blocks.map(block),
    `-- \n${shop.name}\n${letter.reason}\nQuestions? Write to ${shop.supportEmail}${shop.instagram ? ` or @${shop.instagram} on Instagram` : ''}.`,
  ].join('\n\n')
