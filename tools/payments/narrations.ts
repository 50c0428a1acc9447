import type { Dice } from './dice.ts'

export const shopName = 'STRAND HAIR LIMITED'

const banks =
  'GTB UBA FBN ZENITH ACCESS ABN FCMB KUDA OPAY PALMPAY MONIEPOINT STERLING WEMA KBL'.split(' ')

type Transfer = { name: string; remark: string; session: string }

/** The ways in which banks write a transfer, with weights, from public sources. */
const shapes: readonly (readonly [number, (transfer: Transfer, dice: Dice) => string])[] = [
  [30, ({ name, remark }, { pick }) => `NIP/${pick(banks)}/${name}/${remark}`],
  [14, ({ name, remark }, { pick }) => `NIP CR/MOB/${name}/${pick(banks)}/${remark}`],
  [10, ({ name, remark }) => `TRF FROM ${name} TO ${shopName} ${remark}`],
  [8, ({ name, remark }) => `NIP TRF FROM ${name}/${remark}`],
  [
    8,
    ({ name, remark }, { pick }) =>
      `NIP/${pick(banks)}/${name}/Transfer from ${name} to ${shopName} ${remark}`,
  ],
  [6, ({ name, remark }) => `TRF FRM ${name} TO ${shopName}|${remark}`],
  [
    6,
    ({ name, remark, session }) =>
      `BANKNIP From 000014 ${session} PAYREF: ${remark} - SENDER: ${name}`,
  ],
  [5, ({ name, remark }) => `MOB/TRF/${name}/${remark}`],
  [4, ({ name }) => `NIP/FBN/${name}/USSD_${name}`],
  [4, ({ name, remark }) => `${remark}/${name}`],
  [2, ({ name, remark }) => `${name} ${remark}`],
  // Wallets sometimes send in their own name.
  [3, ({ remark, session }) => `${session}// TRF FROM PALMPAY LIMITED ${remark}`],
]

/** Banks keep 20 to 30 characters of a name, and cut the narration to the width of a column. */
export const narrationOf = (dice: Dice, transfer: Transfer): string => {
  const kept = dice.weighted([
    [5, 100],
    [3, 30],
    [1.5, 25],
    [0.5, 20],
  ])
  const name = transfer.name.slice(0, kept)
  const text = dice.weighted(shapes)({ ...transfer, name }, dice)
  return dice.chance(0.1) ? text.slice(0, 60) : dice.chance(0.02) ? text.replaceAll(' ', '') : text
}

const remarks = [
  '',
  '',
  '',
  'hair',
  'wig',
  'payment',
  'App Transfer',
  'bone straight',
  'for my hair',
  'goods',
]

export const plainRemark = (dice: Dice): string => dice.pick(remarks)

/** Narrations of credits by people who ordered nothing. */
export const otherNarrations = [
  (name: string) => `NIP/GTB/${name}/Transfer from ${name}`,
  (name: string) => `TRF FROM ${name} TO ${shopName} walk in`,
  () => 'POS SETTLEMENT 2TEP0001 MERCHANT',
  () => `TRF FROM ${shopName} TO ${shopName}`,
  () => 'RVSL NIP CHARGE + VAT',
] as const
