import type { Dice } from '../dice.ts'

/** The data of a transfer, of which each bank shows a part. */
export type Transfer = {
  name: string
  remark: string
  session: string
  shop: string
}

type Written = { narration: string; payer?: string }
type Shape = readonly [weight: number, (transfer: Transfer, dice: Dice) => string]

/** The shop's bank, and how it writes credits. */
export type Bank = {
  name: string
  /** The lengths at which the bank may cut narrations; each shop has one of them. */
  cuts: readonly number[]
  shapes: readonly Shape[]
  /** Wallets and business apps name the payer in a separate column. */
  payerColumn?: true
}

const codes =
  'GTB UBA FBN ABN FCMB KUDA OPAY PALMP ROLEZ STLB WEMA KBL FIDEL UBN STBC SKYE VFD'.split(' ')

const number = (dice: Dice, length: number) => dice.text('0123456789', length)
const orElse = (remark: string, other: string) => (remark === '' ? other : remark)
const familyFirst = (name: string) => (name.includes(',') ? name : name.replace(' ', ', '))

/** How the sending bank's app writes the remark, for a shop's bank that passes it on unchanged. */
const passedOn: readonly Shape[] = [
  [34, ({ remark }) => orElse(remark, 'TRANSFER')],
  [12, ({ name, shop, remark }) => `Transfer from ${name} to ${shop} ${remark}`.trimEnd()],
  [10, ({ shop, remark }) => `FBNMOBILE:${shop}/${remark}`],
  [9, ({ remark }, dice) => `MOB/UTO/${number(dice, 10)}/000015/${remark}`],
  [7, ({ remark }, dice) => `${remark} REF${number(dice, 30)}`.trimStart()],
  [6, ({ name, shop }) => `TRF//FRM ${name} TO ${shop}`],
  [6, ({ shop, remark }) => `App ${orElse(remark, 'Transfer')} To ${shop}`],
  [5, ({ name }) => `USSD_${name}`],
  [4, (_, dice) => `USSD NIP Transfer from 080${number(dice, 8)}`],
  [4, ({ remark, shop }) => `${orElse(remark, 'Transfer')} IFO ${shop}`],
  [3, ({ name }) => `NIP Inflow from ${name}`],
]

const remarkOf = (transfer: Transfer, dice: Dice) => dice.weighted(passedOn)(transfer, dice)

/** GTBank sends the name twice within 40 characters. */
const twice = (name: string) => `${name}${name}`.slice(0, 40)

/**
 * Narrations of credits, from public statements, alerts, and programs that read them. They were
 * collected without a look at the shapes that the matching knows. Decision 209.
 */
export const banks: readonly Bank[] = [
  {
    name: 'Zenith',
    cuts: [30, 50, 100],
    shapes: [
      [48, (of, dice) => `NIP/${dice.pick(codes)}/${of.name}/${remarkOf(of, dice)}`],
      [6, (of, dice) => `NIP/GTB/${twice(of.name)}/${remarkOf(of, dice)}`],
      [12, ({ name }) => `CIP CR/ ${name}/Transfer from ${name}`],
      [8, ({ name, session }) => `CIP/CR//Transfer from ${name} ${session}`],
      [6, ({ name, remark, session }) => `CIP/CR//${remark} ${session}/FRM ${name}`],
      [12, ({ name, shop, remark }) => `TRF FROM ${name}//TRF TO ${shop}//${remark}`],
      [5, ({ name, shop, remark }) => `TRF FRM ${name} TO ${shop}|${remark}`],
      [3, ({ remark }, dice) => `${number(dice, 13)}// TRF FROM PALMPAY LIMITED ${remark}`],
    ],
  },
  {
    name: 'GTBank',
    cuts: [100, 150],
    shapes: [
      [
        30,
        ({ name, remark, session, shop }) =>
          `TRANSFER BETWEEN CUSTOMERS ${session} ${remark} ${remark} ${name} to ${shop}`,
      ],
      [
        22,
        ({ name, remark, shop }) =>
          `TRANSFER BETWEEN CUSTOMERS via Internet Banking ${remark} from ${familyFirst(name)} to ${shop}`,
      ],
      [
        18,
        ({ name, remark, shop }) =>
          `TRANSFER BETWEEN CUSTOMERS MBANKING - ${remark} ANY Account Transfer from ${familyFirst(name)} to ${shop}`,
      ],
      [
        8,
        ({ name, shop }, dice) =>
          `TRANSFER BETWEEN CUSTOMERS USSD GTBank Transfer from : 080${number(dice, 8)} from ${name} to ${shop}`,
      ],
      [
        8,
        ({ name, remark, session, shop }, dice) =>
          `TRANSFER BETWEEN CUSTOMERS ${session} NIP - TRF IFO ${shop}. ${remark} ${number(dice, 3)}::${number(dice, 9)} ${name} to ${shop}`,
      ],
      [9, ({ name, shop }, dice) => `TRANSFER FROM ${name}-${dice.pick(codes)}-${shop}`],
      [3, ({ name }) => `SENT FROM KUDA-KUDA-${name}`],
      [2, ({ name }) => `CASH DEPOSIT ${name}`],
    ],
  },
  {
    name: 'Access',
    cuts: [50, 100],
    shapes: [
      [34, ({ name }, dice) => `086HYDR26${number(dice, 6)}e/NIP TFR FROM ${name}`],
      [16, ({ name, shop }) => `TRF//FRM ${name} TO ${shop}`],
      [10, ({ name }) => `MOBILE TRF FROM ACCESS//${name}`],
      [14, ({ name, remark }) => `${familyFirst(name)}/${remark}`],
      [10, ({ name, shop }, dice) => `099MJKL${number(dice, 7)}wYJ/TRF//FRM ${name} TO ${shop}`],
      [10, ({ name }) => `TRANSFER FROM ${name},`],
      [6, ({ name, remark }) => `${remark}/NIP TFR FROM ${name}`],
    ],
  },
  {
    name: 'First Bank',
    cuts: [30, 50, 100],
    shapes: [
      [50, (of, dice) => `FIP:MB:${dice.pick(codes)}/${of.name}/${remarkOf(of, dice)}`],
      [24, ({ name, remark }, dice) => `FIP:${dice.pick(codes)}/${name}/${remark}`],
      [8, ({ name }) => `FIP:USSD:/${name}`],
      [18, ({ name, remark }) => `FBNMOBILE:${name}/${remark}`],
    ],
  },
  {
    name: 'FCMB',
    cuts: [30, 50, 100],
    shapes: [
      [56, ({ name, remark }) => `NIP FRM ${name}-${remark}`],
      [32, ({ name, remark }) => `TRF From ${name}/${remark}`],
      [12, ({ name }) => `COP FRM ${name}`],
    ],
  },
  {
    name: 'Sterling',
    cuts: [100],
    shapes: [
      [
        40,
        ({ name, remark, session }) =>
          `BANKNIP From 000014 ${session} SENDER: ${name} REMARK: ${remark}`,
      ],
      [30, ({ name, remark }) => `BANKNIP From 000014 PAYREF: ${remark} - SENDER: ${name}`],
      [30, ({ name, shop, remark }) => `OneBank Transfer from ${name} to ${shop} ${remark}`],
    ],
  },
  {
    name: 'UBA',
    cuts: [30, 50, 100],
    shapes: [
      [40, ({ name, remark }) => `MOB/UTU/${name}/${remark}`],
      [30, ({ name, remark }) => `TNF-${name}/${remark}`],
      [30, ({ name, remark }) => `NIP TRF FROM ${name}/${remark}`],
    ],
  },
  {
    name: 'Fidelity',
    cuts: [50, 100],
    shapes: [
      [30, ({ name, remark }) => `${remark}/${name}`],
      [20, ({ name }, dice) => `ACCT TRF TRF BO ${name} Ref:${number(dice, 8)}`],
      [20, ({ name, shop, remark }) => `NIBSS Trf Credit ${name} To ${shop}| ${remark}`],
      [15, ({ name, remark }) => `TRF BO ${name} IFO ${remark}`],
      [15, ({ name, remark }) => `${remark} B/O ${name}`],
    ],
  },
  {
    name: 'Providus',
    cuts: [100],
    shapes: [
      [60, ({ name, remark, session }) => `FROM OPAY/ ${name}-${remark}/${session}`],
      [
        40,
        ({ name, session, shop }) =>
          `${session}-ONEBANK TRANSFER FROM ${name} TO ${shop} -STERLING-${name}`,
      ],
    ],
  },
  {
    name: 'a business app',
    cuts: [100],
    payerColumn: true,
    shapes: [
      [60, ({ name, remark }) => orElse(remark, `Transfer from ${name}`)],
      [40, ({ name, remark }) => `Transfer from ${name} ${remark}`.trimEnd()],
    ],
  },
]

/** A name as sending banks write it: shortened, run together, or in small letters. */
const sentName = (dice: Dice, name: string): string => {
  const kept = name
    .slice(
      0,
      dice.weighted([
        [60, 100],
        [25, 40],
        [10, 30],
        [5, 25],
      ]),
    )
    .trimEnd()
  return dice.weighted([
    [86, kept],
    [3, kept.replaceAll(' ', '')],
    [3, kept.replace(' ', '')],
    [3, kept.replace(' ', '   ')],
    [5, kept.toLowerCase()],
  ])
}

/** The bank's narration with the customer's remark; one remark in eight is lost in transit. */
const withRemark = (dice: Dice, shapes: readonly Shape[], transfer: Transfer): string => {
  const isLost = dice.chance(1 / 8)
  for (;;) {
    const narration = dice.weighted(shapes)(transfer, dice)
    if (isLost || narration.includes(transfer.remark)) return narration
  }
}

export const written = (
  dice: Dice,
  { shapes, payerColumn }: Bank,
  cut: number,
  transfer: Transfer,
): Written => {
  const sent = { ...transfer, name: sentName(dice, transfer.name) }
  const narration = withRemark(dice, shapes, sent).slice(0, cut).trimEnd()
  return payerColumn ? { narration, payer: sent.name } : { narration }
}
