import sharp from 'sharp'
import type { ProofReading } from '../../contracts/order/proof-reading.ts'
import { type Dice, diceOf } from '../payments/dice.ts'
import { amountOf, type Facts, pad, partsOf } from './facts.ts'
import type { Font } from './fonts.ts'

/**
 * The second set: other proofs that customers send. The set imitates alerts and receipts found on
 * the web, without regard to how the reader looks for fields. The set contains misleading things:
 * fees, balances, totals, a second date, the sender's own account, advertisements, earlier
 * messages.
 */
export type Drawing = {
  html: string
  font: Font
  /** The width in CSS pixels; `scale` is how many picture pixels wide each of them is. */
  width: number
  scale: number
  /** The fields on the proof; others are null. */
  said: ProofReading
  pdf: boolean
  /** Distorts the picture as a camera, a messenger or a careless crop does. */
  treat: (png: Buffer, dice: Dice) => Promise<Buffer>
}

type StrangeLayout = { name: string; draw: (facts: Facts, seed: number) => Drawing }

const page = (style: string, body: string) =>
  `<!doctype html><meta charset="utf-8"><style>* { box-sizing: border-box; margin: 0 } ${style}</style><body>${body}`

const untreated = async (png: Buffer) => png

const saidOf = (facts: Facts): ProofReading => ({
  amountKobo: facts.amountKobo,
  date: facts.date,
  recipientAccount: facts.recipientAccount,
  sender: facts.sender,
  reference: facts.reference,
  sessionId: facts.sessionId,
})

const money = (kobo: number) =>
  (kobo / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Texts around the payment that are not part of it. */
const besidesOf = (facts: Facts, seed: number) => {
  const dice = diceOf(seed * 7 + 3)
  for (let thrown = 0; thrown < 20; thrown++) dice.random()
  const feeKobo = dice.pick([1_000, 2_500, 5_000, 5_375, 1_075])
  return {
    dice,
    feeKobo,
    totalKobo: facts.amountKobo + feeKobo,
    balanceKobo: Math.floor(dice.random() * 90_000_000) + 100_000,
    senderAccount: dice.text('0123456789', 10),
    phone: `080${dice.text('0123456789', 8)}`,
  }
}

const masked = (account: string) => `${account.slice(0, 3)}****${account.slice(-3)}`

/** Adds the sensor grain and the uneven light of a photo. */
const photographed =
  (blur: number, grain: number, quality: number) =>
  async (png: Buffer, dice: Dice): Promise<Buffer> => {
    const { data, info } = await sharp(png)
      .blur(blur)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    for (let at = 0; at < data.length; at++) {
      const across = ((Math.floor(at / info.channels) % info.width) / info.width) * 0.25
      const noise = (dice.random() + dice.random() - 1) * grain
      data[at] = Math.max(0, Math.min(255, (data[at] ?? 0) * (1 - across) + noise))
    }
    return sharp(data, { raw: info }).jpeg({ quality }).toBuffer()
  }

/** A bank's message on a phone; every second one is below an earlier message. */
const sms: StrangeLayout = {
  name: 'SMS alert',
  draw: (facts, seed) => {
    const { year, month, day, hour, minute, hour12, half, name } = partsOf(facts)
    const { balanceKobo, senderAccount } = besidesOf(facts, seed)
    const amount = amountOf(facts)
    const account = masked(senderAccount)
    const short = name.slice(0, 3)
    const texts = [
      `Debit<br>Amt:NGN${amount}<br>Acc:${account}<br>Desc:${facts.reference}/MOBILE TRF TO ACC/ ${facts.recipient}<br>Time:${pad(day)}/${pad(month)}/${year} ${pad(hour12)}:${pad(minute)} ${half}<br>Avail Bal:NGN${money(balanceKobo)}<br>Total:NGN${money(balanceKobo)}`,
      `Acct: ****${senderAccount.slice(-4)}<br>Amt: NGN${amount} DR<br>Desc: -TRANSFER TO ${facts.recipient}-${facts.recipientBank.toUpperCase()}-hair<br>Avail Bal: NGN${money(balanceKobo)}<br>Date: ${facts.date} ${hour12}:${pad(minute)}:55 ${half}`,
      `Acct:${account}<br>DT:${pad(day)}/${pad(month)}/${year}:${hour12}:${pad(minute)}:05 ${half}<br>NIP CR/MOB/${facts.recipient}/${facts.recipientBank.toUpperCase()}<br>DR Amt:${amount}<br>Bal:${money(balanceKobo)}<br>Dial *966*911# for quick loans up to N500,000.00`,
      `Acct:**${senderAccount.slice(-4)}<br>DR:N${amount}<br>Desc:MOB TRF TO ${facts.recipient}/${facts.recipientBank}<br>DT:${pad(day)}/${short.toUpperCase()}/${String(year).slice(2)} ${pad(hour12)}:${pad(minute)}${half}<br>Bal:N${money(balanceKobo)}CR`,
      `Txn: Debit<br>Ac:${senderAccount.slice(0, 1)}XX..${senderAccount.slice(-2)}X<br>Amt:NGN ${amount}<br>Des:MOBILE/UBA/${facts.recipient}/${facts.recipientBank}<br>Date:${pad(day)}-${short}-${year} ${pad(hour)}:${pad(minute)}<br>Bal:NGN ${money(balanceKobo)}<br>Dial 919 for help`,
    ]
    const at = seed % texts.length
    const earlier =
      at === 1
        ? [
            `Acct: ****${senderAccount.slice(-4)}<br>Amt: NGN150,000.00 CR<br>Desc: SALARY<br>Avail Bal: NGN${money(balanceKobo + facts.amountKobo)}<br>Date: ${facts.date} 9:02:11 AM`,
          ]
        : []
    const dark = seed % 3 === 0
    return {
      html: page(
        `body { width: 412px; min-height: 760px; background: ${dark ? '#111' : '#fff'}; color: ${dark ? '#eee' : '#111'}; font: 15.5px/1.45 Roboto }
        header { background: ${dark ? '#1d1f21' : '#f1f3f6'}; padding: 16px; font-size: 18px } article { background: ${dark ? '#2b2d30' : '#eceff3'}; border-radius: 18px; margin: 14px 60px 4px 12px; padding: 12px 14px; overflow-wrap: anywhere } small { margin: 0 20px; font-size: 11px; color: #888 }`,
        `<header>${['ACCESSBANK', 'GTBank', 'ZENITHBANK', 'FIDELITY', 'UBA'][at]}</header>${[
          ...earlier,
          texts[at] ?? '',
        ]
          .map(
            (text) => `<article>${text}</article><small>SIM1 ${pad(hour)}:${pad(minute)}</small>`,
          )
          .join('')}`,
      ),
      font: 'Roboto',
      width: 412,
      scale: 2,
      said: {
        ...saidOf(facts),
        recipientAccount: null,
        sender: null,
        reference: at === 0 ? facts.reference : null,
        sessionId: null,
      },
      pdf: false,
      treat: untreated,
    }
  },
}

/** An alert as running text, with line breaks at the bubble's edge. */
const runningSms: StrangeLayout = {
  name: 'alert in running text',
  draw: (facts, seed) => {
    const { year, day, hour, minute, name } = partsOf(facts)
    const { balanceKobo, senderAccount, feeKobo } = besidesOf(facts, seed)
    const amount = amountOf(facts)
    const date = `${pad(day)}-${name.slice(0, 3).toUpperCase()}-${year}`
    const hidden = `${senderAccount.slice(0, 4)}XXXX${senderAccount.slice(-3)}`
    const texts = [
      `Debit: ${hidden} Amt: NGN${amount} Date: ${date} ${pad(hour)}:${pad(minute)}:21 Desc: FIP:MB:${facts.recipient}/HAIR 2 BUNDLES. Bal: NGN${money(balanceKobo)}CR. Dial *894*11# to get loan`,
      `Your acct ${hidden} has been debited with NGN${amount} on ${date} by TRF TO ${facts.recipient}. Bal: NGN${money(balanceKobo)}CR. Need cash? Dial *894*11# for up to N300,000`,
      `You have sent N${amount} to ${facts.recipient} ${facts.recipientAccount} (${facts.recipientBank}) on ${date}. Fee N${money(feeKobo)}. Your new balance is N${money(balanceKobo)}.`,
      `Dear Customer, a debit of N${amount} occurred on your account ${masked(senderAccount)} on ${date} ${pad(hour)}:${pad(minute)}. Charges: N${money(feeKobo)}. Available balance: N${money(balanceKobo)}. Not you? Call 0700 300 0000.`,
      `Transfer of NGN${amount} to ${facts.recipient}, ${facts.recipientAccount}, ${facts.recipientBank} was successful on ${date}. Ref: ${facts.reference}. Bal: NGN${money(balanceKobo)}`,
    ]
    const at = seed % texts.length
    return {
      html: page(
        `body { width: 390px; min-height: 700px; background: #fff; color: #000; font: 17px/1.32 Arimo } header { text-align: center; padding: 14px; font-size: 13px; border-bottom: 1px solid #ddd }
        article { background: #e9e9eb; border-radius: 18px; margin: 16px 70px 0 14px; padding: 9px 14px; overflow-wrap: anywhere }`,
        `<header>FirstBank<br>Text Message · Today ${pad(hour)}:${pad(minute)}</header><article>${texts[at]}</article>`,
      ),
      font: 'Arimo',
      width: 390,
      scale: 1170 / 390,
      said: {
        ...saidOf(facts),
        recipientAccount: at === 2 || at === 4 ? facts.recipientAccount : null,
        sender: null,
        reference: at === 4 ? facts.reference : null,
        sessionId: null,
      },
      pdf: false,
      treat: untreated,
    }
  },
}

/** A bank's receipt for printing: a table with ruled lines, in a serif font. */
const ruled: StrangeLayout = {
  name: 'ruled table',
  draw: (facts, seed) => {
    const { year, month, day, hour, minute, name } = partsOf(facts)
    const { feeKobo, senderAccount } = besidesOf(facts, seed)
    const generated = new Date(Date.UTC(year, month - 1, day + 2)).toISOString().slice(0, 10)
    const rows = [
      ['Transaction Date:', `${pad(day)}/${pad(month)}/${year}`],
      ['Reference:', facts.reference],
      ['Transaction Amount:', `NGN ${amountOf(facts)}`],
      ...(seed % 2 === 0 ? [['Charges:', `NGN ${money(feeKobo)}`]] : []),
      ['Transaction Type:', 'INTER-BANK'],
      ['Sender:', facts.sender],
      ...(seed % 3 === 0 ? [['Sender Account:', masked(senderAccount)]] : []),
      ['Beneficiary:', facts.recipient],
      ['Beneficiary Account:', facts.recipientAccount],
      ['Beneficiary Bank:', facts.recipientBank.toUpperCase()],
      ['Remark:', 'payment for 2 wigs 18 inches'],
      ['Transaction Status:', 'SUCCESSFUL'],
    ]
    const rule = ['1px solid #222', '2px solid #000', '1px solid #777'][seed % 3]
    return {
      html: page(
        `body { width: 760px; padding: 30px; background: #fff; color: #222; font: 17px/1.3 Tinos } h1 { font-size: 25px; margin: 22px 0 } p { margin-bottom: 18px } b { background: #d94f00; color: #fff; font: 700 22px Arimo; padding: 10px 16px }
        table { border-collapse: collapse; width: 640px } td { border: ${rule}; padding: 9px; width: 50% } footer { font-size: 12px; margin-top: 12px }`,
        `<b>HARMATTAN</b><h1>Transaction Receipt</h1><p>Generated from HarmattanWorld on ${generated.slice(8)}-${name.slice(0, 3).toUpperCase()}-${generated.slice(0, 4)} ${pad(hour)}:${pad(minute)}</p><table>${rows
          .map(([label, value]) => `<tr><td>${label}</td><td>${value}</td></tr>`)
          .join(
            '',
          )}</table><footer>DISCLAIMER: Your transaction has been successfully processed. Note, however, that completion of any transfer may be affected by other factors including but not limited to transmission errors, incomplete information or other matters beyond the Bank's control.</footer>`,
      ),
      font: 'Tinos',
      width: 760,
      scale: seed % 2 === 0 ? 2 : 1.4,
      said: { ...saidOf(facts), sessionId: null },
      pdf: false,
      treat: untreated,
    }
  },
}

/** A wallet's receipt: grey labels over two lines, with an advertisement below. */
const wallet: StrangeLayout = {
  name: 'labels over two lines',
  draw: (facts, seed) => {
    const { year, day, ending, hour, minute, name } = partsOf(facts)
    const { senderAccount } = besidesOf(facts, seed)
    const rows = [
      [
        'Recipient<br>Details',
        `<b>${facts.recipient}</b><br>${facts.recipientBank} | ${facts.recipientAccount}`,
      ],
      ['Sender<br>Details', `<b>${facts.sender}</b><br>Wallet | ${masked(senderAccount)}`],
      ['Transaction<br>No.', facts.reference],
      ['Session ID', facts.sessionId],
    ]
    return {
      html: page(
        `body { width: 412px; min-height: 740px; background: #f4f5f7; color: #111; font: 15px/1.25 Arimo } header { background: #fff; padding: 14px; display: flex; justify-content: space-between; color: #888 } header b { color: #17c694; font-size: 21px }
        section { background: #fff; border-radius: 12px; margin: 8px; padding: 22px; text-align: center } h1 { font-size: 31px; color: #1cbf95 } time { color: #999; font-size: 13px } table { width: 100%; border-spacing: 0 16px } td { color: #888; text-align: left } td + td { color: #777; text-align: right } td b { color: #111 } footer { padding: 20px; text-align: center; font-size: 11px; color: #aaa }`,
        `<header><b>OWallet</b><span>Transaction Receipt</span></header><section><h1>₦${amountOf(facts)}</h1><p>Successful</p><time>${name.slice(0, 3)} ${day}${ending}, ${year} ${pad(hour)}:${pad(minute)}:22</time></section><section><table>${rows
          .map(([label, value]) => `<tr><td>${label}</td><td>${value}</td></tr>`)
          .join(
            '',
          )}</table></section><footer>Enjoy a better life with OWallet. Get free transfers, withdrawals, bill payments, instant loans up to ₦500,000, and good annual interest.</footer>`,
      ),
      font: 'Arimo',
      width: 412,
      scale: seed % 2 === 0 ? 2 : 1080 / 412,
      said: saidOf(facts),
      pdf: false,
      treat: async (png) => (seed % 3 === 0 ? sharp(png).jpeg({ quality: 60 }).toBuffer() : png),
    }
  },
}

/** The details of a payment in an app: the fee, the levy, the total and a cashback beside the amount. */
const detailed: StrangeLayout = {
  name: 'fee, levy and total',
  draw: (facts, seed) => {
    const { year, month, day, hour, minute } = partsOf(facts)
    const { feeKobo } = besidesOf(facts, seed)
    const rows = [
      ['Amount', `₦${amountOf(facts)}`],
      ['Fee', `₦${money(feeKobo)}`],
      ['Electronic Money Transfer Levy', '₦50.00'],
      ['Total Paid', `₦${money(facts.amountKobo + feeKobo + 5_000)}`],
      ['Cashback', '+₦5.00'],
    ]
    const more = [
      [
        'Recipient Details',
        `${facts.recipient}<br>${facts.recipientBank}<br>${facts.recipientAccount}`,
      ],
      ['Transaction ID', facts.reference],
      ['Transaction Date', `${pad(month)}-${pad(day)} ${year} ${pad(hour)}:${pad(minute)}:09`],
      ['Payment Method', 'Balance (₦)'],
      ['Session ID', facts.sessionId],
    ]
    const list = (pairs: string[][]) =>
      pairs.map(([label, value]) => `<div><span>${label}</span><i>${value}</i></div>`).join('')
    return {
      html: page(
        `body { width: 393px; background: #f5f4fb; color: #201c2e; font: 14px/1.4 Roboto } header { background: linear-gradient(#6a2fd6, #8f5bf0); color: #fff; padding: 26px 20px; text-align: center } h1 { font-size: 34px }
        section { background: #fff; margin: 10px; border-radius: 10px; padding: 8px 14px } div { display: flex; justify-content: space-between; gap: 20px; padding: 8px 0 } span { color: #7b7789 } i { font-style: normal; text-align: right; overflow-wrap: anywhere } aside { margin: 10px; background: #ffefc9; border-radius: 10px; padding: 14px; font-weight: 700 }`,
        `<header><p>Transfer to ${facts.recipient}</p><h1>₦${amountOf(facts)}</h1><p>Successful Transaction</p></header><section>${list(rows)}</section><aside>Win up to ₦1,000,000 today! Tap to get your ₦5,000.00 coupon</aside><section>${list(more)}</section>`,
      ),
      font: 'Roboto',
      width: 393,
      scale: 1080 / 393,
      said: { ...saidOf(facts), sender: null },
      pdf: false,
      treat: async (png) =>
        seed % 2 === 0 ? sharp(png).resize({ width: 600 }).jpeg({ quality: 55 }).toBuffer() : png,
    }
  },
}

const sentence: StrangeLayout = {
  name: 'a sentence, dark',
  draw: (facts, seed) => {
    const { year, day, hour, minute, name } = partsOf(facts)
    const { feeKobo, balanceKobo } = besidesOf(facts, seed)
    const rows = [
      ['Paid to', facts.recipient],
      ['Account', `${facts.recipientAccount}<br>${facts.recipientBank}`],
      ['Paid by', facts.sender],
      ['Transfer fee', `₦${money(feeKobo)}`],
      ['Narration', `15000 deposit + ${day} inch closure`],
      ['Transaction reference', facts.reference],
      ['Session ID', facts.sessionId],
      ...(seed % 2 === 0 ? [['Balance after', `₦${money(balanceKobo)}`]] : []),
    ]
    return {
      html: page(
        `body { width: 412px; background: #1f0f2e; color: #f3eefa; font: 15px/1.4 Roboto; padding: 24px } h1 { font-size: 24px; line-height: 1.3; margin: 20px 0 6px } time { color: #b9a9cf } dl { margin-top: 24px; border-top: 1px solid #46325f } dt { color: #a998c2; font-size: 12.5px; margin-top: 14px } dd { overflow-wrap: anywhere }`,
        `<h1>You sent ₦${amountOf(facts)} to ${facts.recipient}</h1><time>${day} ${name} ${year} at ${pad(hour)}:${pad(minute)}</time><dl>${rows
          .map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`)
          .join('')}</dl>`,
      ),
      font: 'Roboto',
      width: 412,
      scale: seed % 2 === 0 ? 1080 / 412 : 1.75,
      said: saidOf(facts),
      pdf: false,
      treat: untreated,
    }
  },
}

const photographedScreen: StrangeLayout = {
  name: 'dark screen photographed',
  draw: (facts, seed) => {
    const { year, month, day, hour, minute } = partsOf(facts)
    const { senderAccount } = besidesOf(facts, seed)
    const rows = [
      ['Amount', `NGN ${amountOf(facts)}`],
      ['Beneficiary Name', facts.recipient],
      ['Beneficiary Account', facts.recipientAccount],
      ['Bank', facts.recipientBank],
      ['Source Account', senderAccount],
      ['Sender', facts.sender],
      ['Date', `${pad(day)}/${pad(month)}/${year} ${pad(hour)}:${pad(minute)}`],
      ['Reference Number', facts.reference],
    ]
    const turn = (seed % 5) - 2
    return {
      html: page(
        `body { width: 640px; height: 1000px; background: #2a2724; font: 17px/1.35 Roboto; overflow: hidden } main { position: absolute; left: 90px; top: 70px; width: 460px; min-height: 840px; background: #0c0e12; color: #dfe3ea; border: 14px solid #000; border-radius: 36px; padding: 34px 26px; transform: perspective(1500px) rotateY(${turn * 4}deg) rotateX(${4 - turn}deg) rotate(${turn * 0.8}deg) }
        main::after { content: ''; position: absolute; inset: 0; background: repeating-linear-gradient(88deg, #fff1 0 1px, #0000 1px 4px), linear-gradient(115deg, #fff2, #0000 45%) } h2 { color: #e2373f; margin-bottom: 20px } div { border-bottom: 1px solid #23262d; padding: 10px 0 } span { display: block; color: #8d93a0; font-size: 14px }`,
        `<main><h2>Transaction Successful</h2>${rows.map(([label, value]) => `<div><span>${label}</span>${value}</div>`).join('')}</main>`,
      ),
      font: 'Roboto',
      width: 640,
      scale: 2,
      said: { ...saidOf(facts), sessionId: null },
      pdf: false,
      treat: photographed(0.9, 22, 70),
    }
  },
}

const cropped: StrangeLayout = {
  name: 'cropped',
  draw: (facts, seed) => {
    const { year, day, hour12, minute, half, name } = partsOf(facts)
    const { feeKobo, senderAccount } = besidesOf(facts, seed)
    const rows = [
      ['Transfer Amount', `₦ ${amountOf(facts)}`],
      ['Transaction Fee', `₦ ${money(feeKobo)}`],
      ['Total Debit', `₦ ${money(facts.amountKobo + feeKobo)}`],
      ['From', `${facts.sender}<br>${masked(senderAccount)}`],
      ['To', `${facts.recipient}<br>${facts.recipientAccount}`],
      ['Destination Bank', facts.recipientBank],
      ['Date', `${day} ${name.slice(0, 3)} ${year}, ${hour12}:${pad(minute)} ${half}`],
      ['Reference', facts.reference],
    ]
    const cut = seed % 5
    return {
      html: page(
        `body { width: 412px; background: #fff; color: #14213d; font: 15px/1.4 Arimo; padding: 20px } h1 { font-size: 22px; color: #003b70; margin-bottom: 14px } div { display: flex; justify-content: space-between; gap: 30px; padding: 11px 0; border-bottom: 1px dashed #cdd3dd } span { color: #6b7688 } p { text-align: right; font-weight: 700 }`,
        `<h1>Transfer successful</h1>${rows.map(([label, value]) => `<div><span>${label}</span><p>${value}</p></div>`).join('')}`,
      ),
      font: 'Arimo',
      width: 412,
      scale: 1080 / 412,
      said: saidAfterCut(facts, cut),
      pdf: false,
      treat: async (png) => {
        const { width, height } = await sharp(png).metadata()
        const [left, top, right, bottom] = cuts[cut] ?? cuts[0]
        return sharp(png)
          .extract({
            left: Math.round(width * left),
            top: Math.round(height * top),
            width: Math.round(width * (1 - left - right)),
            height: Math.round(height * (1 - top - bottom)),
          })
          .jpeg({ quality: 75 })
          .toBuffer()
      },
    }
  },
}
/** The share of the picture that is cut off on each side: left, top, right, bottom. */
const cuts = [
  // Cuts the amount off: only the fee and the total are left.
  [0, 0.225, 0, 0],
  // Cuts the last rows off: no date and no reference.
  [0, 0, 0, 0.25],
  // Cuts the first letters of each label off.
  [0.09, 0, 0, 0],
  // Cuts the kobo and the last letters of each value off.
  [0, 0, 0.13, 0],
  // Cuts the heading off.
  [0, 0.1, 0, 0],
] as const

const saidAfterCut = (facts: Facts, cut: number): ProofReading => {
  const said: ProofReading = { ...saidOf(facts), sessionId: null }
  if (cut === 0) return { ...said, amountKobo: null }
  if (cut === 1) return { ...said, date: null, reference: null }
  // A word that an edge cuts is unreadable.
  if (cut === 3)
    return {
      ...said,
      amountKobo: null,
      recipientAccount: null,
      sender: null,
      reference: null,
    }
  return said
}

const blurred: StrangeLayout = {
  name: 'tilted and blurred',
  draw: (facts, seed) => {
    const { year, day, ending, hour12, minute, half, name } = partsOf(facts)
    const { dice } = besidesOf(facts, seed)
    const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(
      new Date(`${facts.date}T12:00:00Z`),
    )
    const rows = [
      ['TRANSACTION AMOUNT', `₦${amountOf(facts)}`],
      ['TRANSACTION TYPE', 'TRANSFER'],
      [
        'TRANSACTION DATE',
        `${weekday}, ${name} ${day}${ending}, ${year} | ${hour12}:${pad(minute)} ${half}`,
      ],
      ['BENEFICIARY', `${facts.recipient}<br>${facts.recipientBank} | ${facts.recipientAccount}`],
      ['SENDER', facts.sender],
      ['TRANSACTION REF', facts.reference],
    ]
    const angle = (dice.chance(0.5) ? 1 : -1) * (1.5 + 2 * dice.random())
    return {
      html: page(
        `body { width: 500px; background: #fff; color: #16233b; font: 15px/1.4 Roboto; padding: 36px 30px } header { color: #0357ee; font-size: 24px; font-weight: 700; margin-bottom: 20px } dl { display: grid; grid-template-columns: 190px 1fr; gap: 14px 10px } dt { color: #6e7787; font-size: 12.5px } dd { overflow-wrap: anywhere; font-weight: 700 }`,
        `<header>MoniePlace</header><dl>${rows.map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`).join('')}</dl>`,
      ),
      font: 'Roboto',
      width: 500,
      scale: 2,
      said: { ...saidOf(facts), sessionId: null },
      pdf: false,
      treat: async (png) =>
        sharp(await sharp(png).rotate(angle, { background: '#55504b' }).toBuffer())
          .blur(1.3 + (seed % 3) * 0.5)
          .jpeg({ quality: 55 })
          .toBuffer(),
    }
  },
}

/** A PDF of the bank's statement, with the payment as one row of several. */
const statement: StrangeLayout = {
  name: "PDF of a bank's statement",
  draw: (facts, seed) => {
    const { year, month, day } = partsOf(facts)
    const { dice, balanceKobo, senderAccount } = besidesOf(facts, seed)
    const rowOf = (on: number, debit: string, credit: string, balance: number, remarks: string) =>
      `<tr><td>${pad(Math.max(1, on))}/${pad(month)}/${year}</td><td>${debit}</td><td>${credit}</td><td>${money(balance)}</td><td>${remarks}</td></tr>`
    const before = Array.from({ length: seed % 4 }, (_, at) =>
      rowOf(
        day - 4 + at,
        dice.chance(0.7) ? money(Math.floor(dice.random() * 4_000_000)) : '',
        '',
        balanceKobo + 100 * at,
        dice.pick(['AIRTIME VTU', 'POS PURCHASE', 'SMS ALERT CHARGE', 'NIP TRANSFER']),
      ),
    )
    const alone = before.length === 0
    return {
      html: page(
        `body { font: 11px/1.4 Arimo; color: #111; padding: 30px } h1 { font-size: 18px } table { border-collapse: collapse; width: 100%; margin-top: 16px } td, th { border: 1px solid #999; padding: 5px; text-align: left } dl { display: grid; grid-template-columns: 160px 1fr; margin-top: 12px }`,
        `<h1>STATEMENT OF ACCOUNT</h1><dl><dt>Account Name</dt><dd>${facts.sender}</dd><dt>Account Number</dt><dd>${senderAccount}</dd><dt>Currency</dt><dd>NGN</dd><dt>Opening Balance</dt><dd>${money(balanceKobo + 5_000_000)}</dd><dt>Total Debit</dt><dd>${money(facts.amountKobo + 1_234_500)}</dd><dt>Closing Balance</dt><dd>${money(balanceKobo)}</dd></dl>
        <table><tr><th>Trans Date</th><th>Debit</th><th>Credit</th><th>Balance</th><th>Remarks</th></tr>${before.join('')}${rowOf(day, amountOf(facts), '', balanceKobo, `NIP TRANSFER TO ${facts.recipient} ${facts.recipientBank} REF ${facts.reference}`)}</table>`,
      ),
      font: 'Arimo',
      width: 800,
      scale: 1,
      // Among several rows, only a person can find the payment.
      said: {
        amountKobo: facts.amountKobo,
        date: alone ? facts.date : null,
        recipientAccount: null,
        sender: facts.sender,
        reference: facts.reference,
        sessionId: null,
      },
      pdf: true,
      treat: untreated,
    }
  },
}

const slip: StrangeLayout = {
  name: "terminal's slip photographed",
  draw: (facts, seed) => {
    const { year, month, day, hour, minute } = partsOf(facts)
    const { dice, feeKobo, totalKobo, phone } = besidesOf(facts, seed)
    const rows = [
      [
        'TERMINAL ID',
        `2${dice.text('0123456789', 3)}${dice.text('ABCDEF', 2)}${dice.text('0123456789', 2)}`,
      ],
      ['AGENT', `MAMA T VENTURES ${phone}`],
      ['DATE/TIME', `${year}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}:31`],
      ['RRN', facts.reference],
      ['STAN', dice.text('0123456789', 6)],
      ['BENEFICIARY', facts.recipient],
      ['ACCT NUMBER', facts.recipientAccount],
      ['BANK', facts.recipientBank],
      ['AMOUNT', `NGN ${amountOf(facts)}`],
      ['SERVICE CHARGE', `NGN ${money(feeKobo)}`],
      ['TOTAL', `NGN ${money(totalKobo)}`],
    ]
    const turn = (seed % 5) - 2
    return {
      html: page(
        `body { width: 620px; height: 900px; background: #7a6650; font: 15.5px/1.55 Cousine; overflow: hidden } main { position: absolute; left: 90px; top: 40px; width: 440px; padding: 24px 18px; background: linear-gradient(100deg, #efece4, #dcd8cc 40%, #f1efe8 46%, #d9d5c9); color: #3a3a3c; transform: perspective(1400px) rotateY(${turn * 3}deg) rotateX(3deg) rotate(${turn}deg) } h2 { font-size: 19px; text-align: center } div { display: flex; justify-content: space-between; gap: 12px } b { text-align: right; font-weight: 400 } hr { border: 0; border-top: 1px dashed #555; margin: 6px 0 } center { font-size: 18px }`,
        `<main><h2>ZUMA AGENT POINT</h2><center>TRANSFER</center><hr>${rows.map(([label, value]) => `<div><span>${label}:</span><b>${value}</b></div>`).join('')}<hr><center>APPROVED</center><center>** CUSTOMER COPY **</center></main>`,
      ),
      font: 'Cousine',
      width: 620,
      scale: 2,
      said: { ...saidOf(facts), sender: null, sessionId: null },
      pdf: false,
      treat: photographed(0.8, 26, 72),
    }
  },
}

const mail: StrangeLayout = {
  name: "bank's mail",
  draw: (facts, seed) => {
    const { year, month, day, hour12, minute, half } = partsOf(facts)
    const { balanceKobo, senderAccount } = besidesOf(facts, seed)
    const date = `${pad(day)}/${pad(month)}/${year}`
    const rows = [
      ['Account Number', `: ${senderAccount.slice(0, 2)}******${senderAccount.slice(-2)}`],
      ['Transaction Location', ': E-CHANNELS'],
      ['Description', `: TRANSFER BETWEEN CUSTOMERS via Harmattan App TO ${facts.recipient}`],
      ['Amount', `: NGN ${amountOf(facts)}`],
      ['Value Date', `: ${date}`],
      ['Remarks', `: ${facts.reference} 2 bundles`],
      ['Time of Transaction', `: ${hour12}:${pad(minute)} ${half}`],
      ['Document Number', ': 0'],
    ]
    const zoom = seed % 2 === 0 ? 1 : 1.5
    return {
      html: page(
        `body { width: 720px; background: #fff; color: #222; font: 14px/1.5 Arimo; padding: 24px } h1 { font-size: 17px } p { margin: 10px 0 } table { border-spacing: 0 } td { padding: 1px 16px 1px 0; vertical-align: top }`,
        `<h1>Harmattan eLectronic Notification Service (HeNS)</h1><p>Dear ${facts.sender},</p><p>We wish to inform you that a Debit transaction occurred on your account with us.<br>The details of this transaction are shown below:</p><p><b>Transaction Notification</b></p><table>${rows
          .map(([label, value]) => `<tr><td>${label}</td><td>${value}</td></tr>`)
          .join(
            '',
          )}</table><p>The balances on this account as at ${hour12}:${pad(minute)} ${half} are as follows;</p><table><tr><td>Current Balance</td><td>: NGN ${money(balanceKobo + 100_000)}</td></tr><tr><td>Available Balance</td><td>: NGN ${money(balanceKobo)}</td></tr></table><p>The privacy and security of your Bank Account details is important to us. © ${year} Harmattan Bank. Call 0700 482 6632 or +234 1 448 0000.</p>`,
      ),
      font: 'Arimo',
      width: 720,
      scale: zoom,
      said: { ...saidOf(facts), recipientAccount: null, reference: null, sessionId: null },
      pdf: false,
      treat: async (png) => (seed % 2 === 0 ? png : sharp(png).jpeg({ quality: 70 }).toBuffer()),
    }
  },
}

export const strangeLayouts: readonly StrangeLayout[] = [
  sms,
  runningSms,
  ruled,
  wallet,
  detailed,
  sentence,
  photographedScreen,
  cropped,
  blurred,
  statement,
  slip,
  mail,
]
