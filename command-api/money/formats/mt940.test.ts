import { Rejected } from '@strand/event-sourcing/errors'
import { describe, expect, it } from 'vitest'
import { readStatement } from './read-statement.ts'

const read = (text: string, options: Parameters<typeof readStatement>[1] = {}) =>
  readStatement(Buffer.from(text), options)
const refusal = (text: string) => {
  try {
    read(text)
  } catch (error) {
    if (error instanceof Rejected) return error.message
    throw error
  }
  throw new Error('the file was read')
}

type Parts = { account?: string; opening?: string; lines?: string[]; closing?: string }

const statement = ({
  account = '058152/0123456789/NGN',
  opening = ':60F:C261101NGN100,',
  lines = [':61:2611121112CR85500,00NTRFNONREF//FT2631', ':86:OKAFOR CHIOMA HAIR'],
  closing = ':62F:C261112NGN85600,00',
}: Parts = {}) =>
  [':20:STARTUMS', `:25:${account}`, ':28C:00012/001', opening, ...lines, closing, '-', ''].join(
    '\r\n',
  )

/** The line that is read from one `:61:` field of 20 naira and the fields after it. */
const oneLine = (entry: string, ...more: string[]) => {
  const isDebit = /^\d{6,10}(?:D|RC)/.test(entry)
  return read(
    statement({
      lines: [`:61:${entry}`, ...more],
      closing: `:62F:C261112NGN${isDebit ? 80 : 120},`,
    }),
  )
}

describe('MT940 as banks write it', () => {
  it('reads a statement by its fields', () => {
    expect(read(statement())).toMatchObject({
      format: 'mt940',
      balanced: true,
      refused: [],
      accountNumber: '0123456789',
      currencies: ['NGN'],
      lines: [
        {
          bookedOn: '2026-11-12',
          amountKobo: 8_550_000,
          reference: 'FT2631',
          narration: 'OKAFOR CHIOMA HAIR',
        },
      ],
    })
  })

  it('keeps the references of both sides', () => {
    const references = (entry: string) => {
      const [line] = oneLine(entry).lines
      return [line?.reference, line?.otherReferences]
    }
    expect(references('2611121112C20,00NTRFINV-2026-0007//FT2631')).toEqual([
      'FT2631',
      ['INV-2026-0007'],
    ])
    expect(references('2611121112C20,00NTRFNONREF//FT2631')).toEqual(['FT2631', []])
    expect(references('2611121112C20,00NTRFINV-2026-0007')).toEqual(['INV-2026-0007', []])
  })

  const entries: [string, number][] = [
    ['2611121112CR20,00NTRFNONREF', 2_000],
    ['261112C000000000020,00N102EREF            ', 2_000],
    ['2611121112CN20,NTRFREF 1//BANK 2', 2_000],
    ['2611121112C20NTRF12-11-2026 10:05//B4G29', 2_000],
    ['2611121112D20,00 NRTIKREF+//2016021783252833', -2_000],
    ['2611121112DF20,00S   X', -2_000],
    ['261112D20,0NOV NONREF', -2_000],
    ['2611121112RD20,NTRFNONREF', 2_000],
    ['2611121112RCR20,00NTRF', -2_000],
    ['2611121112C20,00', 2_000],
    ['2611121112C20,00//19239782213', 2_000],
    // Some programs write a point before the kobo.
    ['2611121112C20.00NTRF', 2_000],
    ['2611121112D20.0', -2_000],
  ]
  for (const [entry, kobo] of entries)
    it(`reads “:61:${entry}”`, () => {
      expect(oneLine(entry)).toMatchObject({
        balanced: true,
        refused: [],
        lines: [{ amountKobo: kobo }],
      })
    })

  it('uses the entry’s day if the value date is 30 February', () => {
    expect(oneLine('2602300301C20,00NTRFNONREF').lines).toMatchObject([
      { bookedOn: '2026-03-01', valueOn: null },
    ])
  })

  it('reads the blocks of a message, other headers, and marks before and after them', () => {
    const whole = statement()
    const framed = [
      `{1:F01EXAMNGLAAXXX0000000000}{2:I940EXAMNGLAXXXXN}{4:\r\n${whole}-}`,
      `\u0001{1:F01EXAM}{2:O940EXAM}{3:{108:26}}{4:\r\n${whole}`,
      `EXAMNGLA\r\n940\r\nEXAMNGLA\r\n${whole}`,
      `0000 01EXAMNGLA00001\r\n940 00\r\n${whole}`,
      `\u0001\r\n${whole}\u0003`,
      whole.replace(':28C:00012/001', ':28:12\r\n:NS:22SHOP LTD\r\n23Current'),
    ]
    for (const file of framed) expect(read(file).lines).toMatchObject([{ amountKobo: 8_550_000 }])
  })

  it('keeps every text: structured, named, in two fields, and next to the entry', () => {
    const words = (...more: string[]) => oneLine('2611121112C20,00NTRFNONREF', ...more).lines[0]
    expect(words(':86:166?00CREDIT?20NIP TRANSFER?21HAIR?32OKAFOR ?33CHIOMA')).toMatchObject({
      narration: 'NIP TRANSFERHAIR',
      payer: 'OKAFOR CHIOMA',
    })
    expect(words(':86:000>100987>20RENT OF >21NOVEMBER')).toMatchObject({
      narration: 'RENT OF NOVEMBER',
    })
    expect(words(':86:805?00BANK CHARGES?109075')).toMatchObject({ narration: 'BANK CHARGES' })
    expect(words(':86:/EREF/X1/ORDP//NAME/BELLO AISHA/REMI/WIG')).toMatchObject({
      payer: 'BELLO AISHA',
    })
    const paid = oneLine('2611121112D20,00NTRFNONREF', ':86:177?20SHOP RENT?32BELLO ?33AISHA')
    expect(paid.lines[0]).toMatchObject({ narration: 'SHOP RENT BELLO AISHA', payer: '' })
    expect(words('CASH AT COUNTER', ':86:FIRST', ':86:SECOND')).toMatchObject({
      narration: 'SECOND FIRST CASH AT COUNTER',
    })
  })

  it('treats a time that wrapped onto a new line as text', () => {
    const more = [':86:106?20CARD 12-11-2026T16', ':26:37 LAGOS', ':20:37 AGAIN']
    expect(oneLine('2611121112D20,00NMSCNONREF', ...more).lines).toMatchObject([
      { narration: 'CARD 12-11-2026T16:26:37 LAGOS:20:37 AGAIN' },
    ])
  })

  it('reads consecutive months as one, and otherwise asks which one is meant', () => {
    const next = statement({
      opening: ':60F:C261201NGN85600,00',
      lines: [':61:261201D600,NTRFNONREF'],
      closing: ':62F:C261201NGN85000,',
    })
    expect(read(statement() + next)).toMatchObject({ balanced: true, lines: [{}, {}] })
    const apart = statement({
      opening: ':60F:C270101NGN5,',
      lines: [':61:270101C1,NTRF'],
      closing: ':62F:C270101NGN6,',
    })
    const both = statement() + apart
    const names = ['0123456789, 2026-11-12', '0123456789, 2027-01-01']
    expect(read(both, { accountNumber: '0123456789' })).toMatchObject({
      accounts: names,
      account: null,
      accountNumber: '0123456789',
      lines: [],
    })
    expect(read(both, { account: names[1] })).toMatchObject({ lines: [{ amountKobo: 100 }] })
    // A person can pick one of two statements even if both cover the same days.
    const again = statement({
      opening: ':60F:C261112NGN7,',
      lines: [':61:261112C2,NTRF'],
      closing: ':62F:C261112NGN9.00',
    })
    const three = statement() + again + apart
    const named = [names[0], `${names[0]} (2)`, names[1]]
    expect(read(three)).toMatchObject({ accounts: named, account: null })
    expect(read(three, { account: named[1] })).toMatchObject({ lines: [{ amountKobo: 200 }] })
  })

  it('names other kinds of message, and refuses what was cut off', () => {
    const interim = [
      ':20:X',
      ':25:0123456789',
      ':28C:1',
      ':34F:NGND0,',
      ':13D:2611121200+0100',
      ':61:261112D1,NMSC',
      ':90D:1NGN1,',
    ]
    expect(refusal(interim.join('\n'))).toMatch(/^This is MT942: .*Please ask the bank/)
    expect(refusal(`{1:F01X}{2:O942X}{4:\n${statement()}`)).toMatch(/MT942/)
    expect(refusal(`{1:F01X}{2:I910X}{4:\n${statement()}`)).toMatch(/MT910: a single credit/)
    expect(refusal(statement({ closing: '' }))).toMatch(
      /no closing balance .* once the bank has booked that day/,
    )
    expect(refusal(statement({ opening: ':60F:C2611NGN1,' }))).toMatch(
      /balance “C2611NGN1,” cannot be read/,
    )
    for (const entry of ['C20,003NTRFNONREF', 'C20,0366154,83NTRF', 'C20,D <LAGOS>'])
      expect(oneLine(`2611121112${entry}`).refused[0]?.message).toMatch(/cannot be read/)
    expect(oneLine('2611121112C20;00NTRFNONREF').refused.slice(0, 1)).toMatchObject([
      { message: 'Line 1 (:61:) cannot be read: “2611121112C20;00NTRFNONREF”' },
    ])
  })
})
