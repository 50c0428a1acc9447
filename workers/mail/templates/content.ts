import { lagosZone } from '@strand/contracts/lagos-time'
import type { Shop } from '@strand/contracts/shop/shop'

/**
 * The content of an email without a layout: `html.ts` and `text.ts` both render it, so the two
 * parts of an email always say the same. All text is plain; the renderers escape it.
 */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'order'; id: string; status: string }
  /** Words that a person wrote, with their line breaks. */
  | { kind: 'message'; from: string; text: string }
  | { kind: 'items'; lines: ItemLine[]; sums: { label: string; amount: number }[]; total: number }
  | { kind: 'facts'; facts: { label: string; value: string }[] }
  | { kind: 'secret'; label: string; value: string }
  | { kind: 'button'; label: string; href: string }
  /** The renderers set this link in smaller letters; it is not a call to action. */
  | { kind: 'note'; text: string; link?: { label: string; href: string } }

export type ItemLine = { product: string; quantity: number; price: number; amount: number }

export type MailContent = {
  subject: string
  /** The preview text that mail clients show next to the subject. */
  preview: string
  heading: string
  greeting: string
  blocks: Block[]
  reason: string
}

export type ShopContact = Pick<
  Shop,
  | 'name'
  | 'supportEmail'
  | 'instagram'
  | 'whatsapp'
  | 'bankName'
  | 'bankAccountName'
  | 'bankAccountNumber'
>

const lagos = new Intl.DateTimeFormat('en-GB', {
  timeZone: lagosZone,
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
/** `21 November 2026 at 14:05`, in Lagos time. */
export const lagosTime = (iso: string): string => lagos.format(new Date(iso))
