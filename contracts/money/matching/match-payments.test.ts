import { describe, expect, test } from 'vitest'
import type { OpenLine, OpenOrder } from './candidate.ts'
import { matchPayments } from './match-payments.ts'
import { openLine, openOrder } from './testing/open.ts'

const shopNames = ['STRAND HAIR LTD']
const candidates = (orders: OpenOrder[], lines: OpenLine[], of = orders[0]) =>
  matchPayments({ orders, lines, shopNames }).get(of?.orderId ?? '') ?? []

/** The candidates of an order in short: rule, lines, and `!` for the only match. */
const short = (orders: OpenOrder[], lines: OpenLine[], of = orders[0]) =>
  candidates(orders, lines, of).map(
    ({ rule, lines: found, only }) =>
      `${rule} ${found.map(({ lineId }) => lineId).join('+')}${only ? '!' : ''}`,
  )

const stranger = { narration: 'NIP/UBA/BELLO AISHA/for my sister' }

describe('code', () => {
  test.each([
    'NIP/UBA/BELLO AISHA/ACDE-FGHJ',
    'nip/uba/bello aisha/acde fghj',
    'TRF FROM BELLO AISHA ACDEFGHJ',
    'BELLO AISHA hair ACDE–FGHJ thanks',
    'NIP/UBA/BELLO AISHA/7K3Q-ZM9X-WD4T',
    'NIP/UBA/BELLO AISHA/7k3qzm9xwd4t',
    'NIP/UBA/BELLO AISHA/order 7K3Q 2M9X WD4T',
  ])('the code or the order id is found in "%s"', (narration) => {
    expect(short([openOrder()], [openLine({ narration })])).toEqual(['code line-1!'])
  })

  test.each([
    'ACDE-FGHJ',
    'NIP0042 · e2e/7k3q-zm9x-wd4t',
  ])('the code or the order id is found in the reference "%s"', (reference) => {
    expect(short([openOrder()], [openLine({ ...stranger, reference })])).toEqual(['code line-1!'])
  })

  test('halves of a code in two references do not make a code', () => {
    const line = openLine({ ...stranger, reference: 'NIP ACDE · FGHJ 01' })
    expect(short([openOrder()], [line])).toEqual([])
  })

  test('a code with one wrong character matches nothing', () => {
    const narration = 'NIP/UBA/BELLO AISHA/ACDE-FGHK'
    expect(short([openOrder()], [openLine({ narration })])).toEqual([])
  })

  test('a code that two orders share leaves a choice, whatever the amounts', () => {
    const other = openOrder({ orderId: '0000-0000-0000', expectedKobo: 100_000 })
    const line = openLine({ narration: 'BELLO AISHA ACDEFGHJ' })
    expect(short([openOrder(), other], [line])).toEqual(['code line-1'])
  })

  test('two ids that look alike both count as named, which leaves a choice', () => {
    const other = openOrder({ orderId: '7K3Q-2M9X-WD4T', paymentCode: null, accountName: 'X Y' })
    const line = openLine({ narration: 'BELLO AISHA 7K3Q-ZM9X-WD4T' })
    expect(short([openOrder(), other], [line])).toEqual(['code line-1'])
  })

  test('two lines with the code leave a choice', () => {
    const lines = ['line-1', 'line-2'].map((lineId) =>
      openLine({ lineId, narration: 'BELLO AISHA ACDEFGHJ' }),
    )
    expect(short([openOrder()], lines)).toEqual(['code line-1', 'code line-2'])
  })

  test('a code wins over the names of another order of the same customer', () => {
    const other = openOrder({ orderId: '0000-0000-0000', paymentCode: 'KMNP-QRUV' })
    const line = openLine({ narration: 'NIP/GTB/OKAFOR CHIOMA/ACDEFGHJ' })
    expect(short([openOrder(), other], [line])).toEqual(['code line-1!'])
    expect(short([openOrder(), other], [line], other)).toEqual(['names line-1'])
  })
})

describe('history', () => {
  const before = [{ payer: '', narration: 'NIP/GTB/AISHA BELLO/sister' }]
  const known = openOrder({ paidBefore: before })
  const line = openLine(stranger)

  test('a payer matched before to a customer of another name is offered as a choice, with the reason', () => {
    expect(short([openOrder()], [line])).toEqual([])
    expect(candidates([known], [line])).toMatchObject([
      { rule: 'name', only: false, signals: { names: false, history: true } },
    ])
  })

  test('history alone is never enough, and never outranks a certain match', () => {
    const aisha = openOrder({ orderId: '0000-0000-0000', accountName: 'Aisha Bello' })
    expect(short([aisha, known], [line])).toEqual(['names line-1!'])
    expect(short([known, aisha], [line])).toEqual(['name line-1'])
    const coded = openLine({ ...stranger, narration: 'NIP/UBA/BELLO AISHA/ACDE-FGHJ' })
    expect(short([known], [coded])).toEqual(['code line-1!'])
  })

  test('a one-word payer, another payer or another amount proves nothing', () => {
    const byOneWord = openOrder({ paidBefore: [{ payer: 'BELLO', narration: '' }] })
    expect(short([byOneWord], [openLine({ narration: 'NIP/UBA/BELLO/hair' })])).toEqual([])
    expect(short([known], [openLine({ narration: 'NIP/UBA/BELLO AMINA/hair' })])).toEqual([])
    expect(short([known], [openLine({ ...stranger, amountKobo: 8_500_000 })])).toEqual([])
  })

  test('the customer’s own names count as names, not as history', () => {
    const own = openOrder({ paidBefore: [{ payer: '', narration: openLine().narration }] })
    expect(candidates([own], [openLine()])[0]?.signals).toMatchObject({
      names: true,
      history: false,
    })
  })
})

describe('reference', () => {
  const order = openOrder({ proofReferences: ['000013 251112-104512 0001'] })

  test("the bank's reference in the proof suffices, whoever paid", () => {
    const line = openLine({ ...stranger, reference: '0000132511121045120001' })
    expect(short([order], [line])).toEqual(['reference line-1!'])
  })

  test('the session id can be in the narration', () => {
    const line = openLine({ narration: 'NIP/UBA/BELLO AISHA/0000132511121045120001' })
    expect(short([order], [line])).toEqual(['reference line-1!'])
  })

  test('two orders with the same reference, or the names of another order, leave a choice', () => {
    const line = openLine({ reference: '0000132511121045120001' })
    const copied = { ...order, orderId: '0000-0000-0000', accountName: 'Aisha Bello' }
    expect(short([order, copied], [line])).toEqual(['reference line-1'])
    const byName = openOrder({ orderId: '0000-0000-0000' })
    expect(
      short(
        [copied, byName].map((one, at) => ({ ...one, orderId: `${at}` })),
        [line],
      ),
    ).toEqual(['reference line-1'])
  })

  test('an earlier receipt that is sent again leaves a choice', () => {
    const reference = '0000132511121045120001'
    const line = openLine({ ...stranger, reference, bookedOn: '2026-11-02' })
    expect(short([order], [line])).toEqual(['reference line-1'])
  })

  test("a stranger's receipt leaves a choice if another line has a word of the customer's name", () => {
    const reference = '0000132511121045120001'
    const hers = openLine({ lineId: 'line-2', narration: 'NIP/GTB/OKAFOR BOLA/hair' })
    const sent = openLine({ ...stranger, reference })
    expect(short([order], [sent, hers])).toEqual(['reference line-1', 'name line-2'])
    expect(short([order], [openLine({ reference }), hers])[0]).toBe('reference line-1!')
  })

  test("a stranger's receipt leaves a choice if the customer has another order of that amount", () => {
    const reference = '0000132511121045120001'
    const twin = { ...order, orderId: '0000-0000-0000', proofReferences: [] }
    expect(short([order, twin], [openLine({ ...stranger, reference })])).toEqual([
      'reference line-1',
    ])
  })

  test('a reference that is short or consists of words proves nothing', () => {
    const reference = 'TRANSFER'
    const line = openLine({ ...stranger, reference })
    expect(short([openOrder({ proofReferences: [reference, '123'] })], [line])).toEqual([])
  })
})

describe('names', () => {
  test.each([
    ['Chioma Okafor', 'NIP/GTB/OKAFOR CHIOMA A/hair'],
    ['Mrs. Chíọma  OKAFOR', 'TRF FROM OKAFOR CHIOMA ADA TO STRAND HAIR LTD'],
    ['Chioma A. Okafor', 'NIP CR/MOB/OKAFOR CHIOMA ADA/UBA/wig'],
    ['Chioma Okafor', 'NIP/KBL/OKAFORCHIOMA/TRANSFER'],
    ['Chioma Okafor', 'NIP/KBL/OKAFORCHIOMAADA/TRANSFER'],
    ['Olusegun Ade-Bayo', 'BANKNIP From 000014 PAYREF: - SENDER: OLU SEGUN ADEBAYO'],
    ["Ma'aruf Ɗanjuma", 'NIP/GTB/MAARUF DANJUMA/'],
    ['Chioma Okafor', 'USSD_OKAFOR CHIOMA'],
    ['chiomaokafor', 'NIP/GTB/OKAFOR CHIOMA A/hair'],
    ['Oluwaseun Temitope Adeyemi', 'NIP/GTB/ADEYEMI OLUWASEUN TEMI/hair'],
    ['Chioma Ada Okafor', 'NIP/GTB/OKAFOR CHIOMA A/hair'],
    ['Mary Balogun', 'NIP/UBA/MARYTEMITOPEBALOGUN/hair'],
    ['Amarachi Okafor', 'FIP:MB:WEMA/OKAFOR AMARACHI CH'],
    ['Tolu Adeyemi', 'NIP/GTB/ADEYEMI TOLULOPE/hair'],
    ['Seun Adeyemi', 'NIP/GTB/ADEYEMI OLUWASEUN/hair'],
    ['Chima Okafor', 'NIP/GTB/OKAFOR CHIOMA/hair'],
    ['O’Neil Ngozi', "NIP/GTB/NGOZI O'NEIL/hair"],
    ['Glow by Ada', 'NIP/GTB/GLOW BY ADA VENTURES/hair'],
    ['Glow by Ada Ventures', 'NIP/GTB/GLOW BY ADA NIG LTD/hair'],
    ['Udofia and Sons Hub Ltd', 'MOB/UTU/UDOFIA AND SONS HUB LI'],
    ['Ngozi Okafor', 'NIP/GTB/NGOZI OKAFOR HAIR VENTURES/hair'],
  ])('"%s" is in "%s"', (accountName, narration) => {
    expect(short([openOrder({ accountName })], [openLine({ narration })])).toEqual([
      'names line-1!',
    ])
  })

  test.each([
    ['a remark that names the customer', 'Chioma Okafor', 'NIP/UBA/BELLO AISHA/for Chioma Okafor'],
    ['a longer name', 'Ada Obi', 'NIP/GTB/ADAOBIOMA/hair'],
    ['parts of longer names', 'Ada Obi', 'NIP/GTB/ADAEZE OBIOMA/hair'],
    ['what a company is', 'Okeke Ventures', 'NIP/GTB/OBI VENTURES/hair'],
  ])('%s is nobody', (_why, accountName, narration) => {
    expect(short([openOrder({ accountName })], [openLine({ narration })])).toEqual([])
  })

  test("the shop's own names are removed first", () => {
    const order = openOrder({ accountName: 'Strand Hair' })
    const narration = 'TRF TO STRAND HAIR LTD FROM BELLO AISHA'
    expect(short([order], [openLine({ narration })])).toEqual([])
  })

  test('a payer named by the statement counts, not the narration', () => {
    const line = openLine({ payer: 'BELLO AISHA' })
    expect(short([openOrder()], [line])).toEqual([])
    expect(short([openOrder({ accountName: 'Aisha Bello' })], [line])).toEqual(['names line-1!'])
  })

  test.each([
    ['2026-11-10', 'name line-1'],
    ['2026-11-11', 'names line-1!'],
    ['2026-11-15', 'names line-1!'],
    ['2026-11-16', 'name line-1'],
  ])('a line of %s for an order of 12 November is %s', (bookedOn, found) => {
    expect(short([openOrder()], [openLine({ bookedOn })])).toEqual([found])
  })

  test('two equal transfers, or two orders with the same name and amount, leave a choice', () => {
    const lines = [openLine(), openLine({ lineId: 'line-2' })]
    expect(short([openOrder()], lines)).toEqual(['names line-1', 'names line-2'])
    const orders = [openOrder(), openOrder({ orderId: '0000-0000-0000', paymentCode: null })]
    expect(short(orders, [openLine()])).toEqual(['names line-1'])
  })

  test('a line that names another order, whatever its amount, leaves a choice', () => {
    const other = openOrder({ orderId: '0000-0000-0000', expectedKobo: 1, paymentCode: 'KMNPQRUV' })
    const line = openLine({ narration: 'NIP/GTB/OKAFOR CHIOMA/KMNP QRUV' })
    expect(short([openOrder(), other], [line])).toEqual(['names line-1'])
  })

  test('an order that another line names leaves a choice', () => {
    const named = openLine({ lineId: 'line-2', amountKobo: 100, narration: 'BELLO ACDE FGHJ' })
    expect(short([openOrder()], [openLine(), named])).toEqual(['names line-1', 'difference line-2'])
  })
})

describe('name', () => {
  test.each([
    ['one word of several', 'Chioma Okafor', 'NIP/GTB/OKAFOR EMEKA/hair'],
    ['a brother', 'Chioma Ada Okafor', 'NIP/GTB/OKAFOR EMEKA ADA/hair'],
    ['an initial that is another word', 'Chioma B. Okafor', 'NIP/GTB/OKAFOR CHIOMA ADA/hair'],
    ['another consonant', 'Ifeoma Okafor', 'NIP/GTB/OKAFOR IJEOMA/hair'],
    ['a company that has a part of the name', 'Ada Obi', 'NIP/GTB/GLOW BY ADA VENTURES/hair'],
    ['another company', 'Divine Favour Stores', 'NIP/GTB/DIVINE FAVOUR FOODS LTD/hair'],
    ['a title', 'Alhaja Aisha', 'NIP/GTB/AISHA ALHAJA BELLO/hair', 'Aisha Musa'],
  ])('%s is always a choice', (_why, accountName, narration, other = 'Bola Ojo') => {
    const orders = [
      openOrder({ accountName }),
      openOrder({ orderId: '0000-0000-0000', expectedKobo: 1, accountName: other }),
    ]
    expect(short(orders, [openLine({ narration })])).toEqual(['name line-1'])
  })
})

describe('a name of one word', () => {
  const order = openOrder({ accountName: 'Chioma', paymentCode: null })
  const other = (accountName: string) =>
    openOrder({ orderId: '0000-0000-0000', expectedKobo: 1, accountName, paymentCode: null })
  const credit = (narration: string, bookedOn = '2026-11-12') =>
    openLine({ lineId: 'line-2', amountKobo: 5, narration, bookedOn })

  test('suffices if no other open order and no other line of these days has it', () => {
    expect(short([order], [openLine()])).toEqual(['names line-1!'])
    expect(candidates([order], [openLine()])[0]?.signals.names).toBe(false)
    expect(short([order, other('Aisha Bello')], [openLine(), credit('BELLO AISHA')])).toEqual([
      'names line-1!',
    ])
    expect(short([order], [openLine(), credit('CHIOMA OBI', '2026-11-20')])).toEqual([
      'names line-1!',
    ])
  })

  test('leaves a choice if another order or line has it, whatever the amount', () => {
    expect(short([order, other('Chioma Eze')], [openLine()])).toEqual(['name line-1'])
    expect(short([order], [openLine(), credit('NIP/GTB/CHIOMA OBI/')])).toEqual(['name line-1'])
  })

  test('leaves a choice if it is the shop’s own name; an initial does not count as a second word', () => {
    const strand = openOrder({ accountName: 'Strand' })
    expect(short([strand], [openLine({ narration: 'NIP/GTB/STRAND EMEKA/' })])).toEqual([
      'name line-1',
    ])
    const orders = [openOrder({ accountName: 'C. Okafor' }), other('Okafor Blessing')]
    expect(short(orders, [openLine()])).toEqual(['name line-1'])
  })

  test('is completed by the customer’s own name from the form', () => {
    const orders = [{ ...order, customerName: 'Chioma Okafor' }, other('Chioma Eze')]
    expect(short(orders, [openLine()])).toEqual(['names line-1!'])
    expect(candidates(orders, [openLine()])[0]?.signals.names).toBe(true)
  })
})

describe('sum', () => {
  test('one line pays for up to four orders of one customer', () => {
    const orders = [1, 2, 3, 4].map((number) =>
      openOrder({ orderId: `000${number}-0000-0000`, expectedKobo: number * 1_000_000 }),
    )
    const line = openLine({ amountKobo: 10_000_000 })
    const [sum, ...others] = candidates(orders, [line])
    expect(sum).toMatchObject({
      rule: 'sum',
      only: false,
      amountKobo: 10_000_000,
      alsoPays: ['0002-0000-0000', '0003-0000-0000', '0004-0000-0000'],
      signals: {
        code: false,
        reference: false,
        amount: true,
        names: true,
        history: false,
        time: true,
      },
    })
    expect(others.map(({ rule }) => rule)).toEqual(['difference'])
  })

  test('orders of different customers are not paid together', () => {
    const orders = ['a', 'b'].map((customerKey) =>
      openOrder({ customerKey, orderId: customerKey.repeat(12) }),
    )
    const line = openLine({ amountKobo: 2 * 8_550_000 })
    expect(short(orders, [line])).toEqual(['difference line-1'])
  })

  test('up to four lines pay for one order', () => {
    const lines = [5_000_000, 3_000_000, 500_000, 50_000].map((amountKobo, at) =>
      openLine({ lineId: `line-${at + 1}`, amountKobo }),
    )
    const [sum] = candidates([openOrder()], lines)
    expect(sum).toMatchObject({ rule: 'sum', only: false, amountKobo: 8_550_000 })
    expect(sum?.lines).toHaveLength(4)
  })

  test('at most three sums are offered, the one with the most evidence first', () => {
    const lines = [5_000_000, 3_550_000, 5_000_000, 3_550_000, 8_000_000, 550_000].map(
      (amountKobo, at) => openLine({ lineId: `line-${at + 1}`, amountKobo }),
    )
    const coded = lines.map((line, at) =>
      at < 4 ? line : { ...line, narration: `NIP/GTB/BELLO AISHA/ACDE FGHJ` },
    )
    const sums = candidates([openOrder()], coded).filter(({ rule }) => rule === 'sum')
    expect(sums.map(({ lines: found }) => found.map(({ lineId }) => lineId).join('+'))).toEqual([
      'line-5+line-6',
      'line-1+line-2',
      'line-1+line-4',
    ])
  })

  test('a line with one word of the name, or one that pays for another order, is not part of a sum', () => {
    const lines = [5_000_000, 3_550_000].map((amountKobo, at) =>
      openLine({ lineId: `line-${at}`, amountKobo }),
    )
    const relatives = lines.map((line) => ({ ...line, narration: 'NIP/GTB/OKAFOR EMEKA/' }))
    expect(short([openOrder()], relatives)).toEqual([])
    const other = openOrder({
      orderId: '0000-0000-0000',
      expectedKobo: 5_000_000,
      customerKey: 'b',
    })
    expect(short([openOrder({ paymentCode: null }), other], lines)).not.toContainEqual(
      expect.stringContaining('sum'),
    )
  })

  test('amounts alone do not make a sum', () => {
    const lines = [5_000_000, 3_550_000].map((amountKobo, at) =>
      openLine({ lineId: `line-${at}`, amountKobo, ...stranger }),
    )
    expect(short([openOrder()], lines)).toEqual([])
  })
})

describe('difference', () => {
  test('the names are right and the amount is not', () => {
    const [found] = candidates([openOrder()], [openLine({ amountKobo: 8_500_000 })])
    expect(found).toMatchObject({
      rule: 'difference',
      only: false,
      amountKobo: 8_500_000,
      signals: {
        code: false,
        reference: false,
        amount: false,
        names: true,
        history: false,
        time: true,
      },
    })
  })

  test('the code is right and the amount is not, on whatever day', () => {
    const line = openLine({ amountKobo: 1, bookedOn: '2027-01-01', narration: 'BELLO ACDEFGHJ' })
    expect(short([openOrder()], [line])).toEqual(['difference line-1'])
  })
})

test('only the free part of a line counts, and only what the order still needs', () => {
  const order = openOrder({ receivedKobo: 8_000_000 })
  const line = openLine({ amountKobo: 10_000_000, freeKobo: 550_000 })
  expect(short([order], [line])).toEqual(['names line-1!'])
  expect(short([openOrder({ receivedKobo: 8_550_000 })], [openLine()])).toEqual([])
  expect(short([openOrder()], [openLine({ freeKobo: 0 })])).toEqual([])
})

test('the best candidate is first, and at most nine are listed', () => {
  const lines = Array.from({ length: 20 }, (_, at) => openLine({ lineId: `line-${at + 10}` }))
  const coded = openLine({ lineId: 'line-99', narration: 'BELLO AISHA ACDEFGHJ' })
  const found = short([openOrder()], [...lines, coded])
  expect(found[0]).toBe('code line-99!')
  expect(found).toHaveLength(9)
})
