import { balancesOf, closingOf, type MadeStatement } from './statement-lines.ts'

const decimal = (kobo: number, point = '.') =>
  `${Math.floor(Math.abs(kobo) / 100)}${point}${String(Math.abs(kobo) % 100).padStart(2, '0')}`
const signed = (kobo: number) => `${kobo < 0 ? '-' : ''}${decimal(kobo)}`
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const compact = (day: string) => day.replaceAll('-', '')
const dayRange = ({ lines }: MadeStatement) => [
  lines[0]?.bookedOn ?? '2026-03-01',
  lines.at(-1)?.bookedOn ?? '2026-03-01',
]

/** `end` writes the end of a value: nothing in OFX 1, a tag in OFX 2. */
const ofx = (made: MadeStatement, end: (tag: string) => string) => {
  const value = (tag: string, text: string) => `<${tag}>${escaped(text)}${end(tag)}`
  const [from = '', to = ''] = dayRange(made)
  const transactions = made.lines.map((line) =>
    [
      '<STMTTRN>',
      value('TRNTYPE', line.amountKobo < 0 ? 'DEBIT' : 'CREDIT'),
      value('DTPOSTED', `${compact(line.bookedOn)}120000[+1:WAT]`),
      value('DTAVAIL', compact(line.valueOn)),
      value('TRNAMT', signed(line.amountKobo)),
      value('FITID', line.reference),
      value('MEMO', line.narration),
      '</STMTTRN>',
    ].join('\r\n'),
  )
  return [
    '<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>',
    value('CURDEF', made.currency),
    '<BANKACCTFROM>',
    value('BANKID', '011'),
    value('ACCTID', made.accountNumber),
    '</BANKACCTFROM><BANKTRANLIST>',
    value('DTSTART', compact(from)),
    value('DTEND', compact(to)),
    ...transactions,
    '</BANKTRANLIST><LEDGERBAL>',
    value('BALAMT', signed(closingOf(made))),
    value('DTASOF', compact(to)),
    '</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
  ].join('\r\n')
}

export const writeOfx1 = (made: MadeStatement) =>
  Buffer.from(
    `OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n${ofx(made, () => '')}`,
    'latin1',
  )

export const writeOfx2 = (made: MadeStatement) =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n${ofx(made, (tag) => `</${tag}>`)}`,
  )

const camt = (made: MadeStatement, kind: { root: string; part: string; schema: string }) => {
  const { currency } = made
  const [from = '', to = ''] = dayRange(made)
  const money = (kobo: number) =>
    `<Amt Ccy="${currency}">${decimal(kobo)}</Amt><CdtDbtInd>${kobo < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
  const balance = (code: string, kobo: number, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${money(kobo)}<Dt><Dt>${day}</Dt></Dt></Bal>`
  const detail = (line: MadeStatement['lines'][number]) =>
    `<TxDtls><Refs><AcctSvcrRef>${line.reference}</AcctSvcrRef></Refs>${money(line.amountKobo)}<RmtInf><Ustrd>${escaped(line.narration)}</Ustrd></RmtInf></TxDtls>`
  // Equal lines become one batch, as when a bank books transfers that arrive together.
  const batches = Map.groupBy(made.lines, (line) => JSON.stringify(line))
  const entries = [...batches.values()].map(([line, ...more]) => {
    if (!line) return ''
    const lines = [line, ...more]
    const total = lines.reduce((sum, { amountKobo }) => sum + amountKobo, 0)
    return `<Ntry>${money(total)}<Sts>BOOK</Sts><BookgDt><Dt>${line.bookedOn}</Dt></BookgDt><ValDt><Dt>${line.valueOn}</Dt></ValDt><NtryDtls>${lines.map(detail).join('')}</NtryDtls></Ntry>`
  })
  return Buffer.from(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind.schema}"><${kind.root}><GrpHdr><MsgId>1</MsgId></GrpHdr><${kind.part}><Id>1</Id>`,
      `<FrToDt><FrDtTm>${from}T00:00:00+01:00</FrDtTm><ToDtTm>${to}T23:59:59+01:00</ToDtTm></FrToDt>`,
      `<Acct><Id><Othr><Id>${made.accountNumber}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>`,
      balance('OPBD', made.openingKobo, from),
      balance(kind.part === 'Rpt' ? 'ITBD' : 'CLBD', closingOf(made), to),
      ...entries,
      `</${kind.part}></${kind.root}></Document>`,
    ].join('\n'),
  )
}

export const writeCamt052 = (made: MadeStatement) =>
  camt(made, { root: 'BkToCstmrAcctRpt', part: 'Rpt', schema: 'camt.052.001.08' })
export const writeCamt053 = (made: MadeStatement) =>
  camt(made, { root: 'BkToCstmrStmt', part: 'Stmt', schema: 'camt.053.001.02' })

export const writeMt940 = (made: MadeStatement) => {
  const short = (day: string) => compact(day).slice(2)
  const mark = (kobo: number) => (kobo < 0 ? 'D' : 'C')
  const balance = (tag: string, kobo: number, day: string) =>
    `:${tag}:${mark(kobo)}${short(day)}${made.currency}${decimal(kobo, ',')}`
  const entry = (line: MadeStatement['lines'][number]) => [
    `:61:${short(line.valueOn)}${short(line.bookedOn).slice(2)}${mark(line.amountKobo)}${decimal(line.amountKobo, ',')}NTRFNONREF//${line.reference}`,
    ...(line.narration.match(/.{1,65}/g) ?? ['']).map((text, at) =>
      at === 0 ? `:86:${text}` : text,
    ),
  ]
  const [from = '', to = ''] = dayRange(made)
  const half = Math.floor(made.lines.length / 2)
  const between = half === 0 ? made.openingKobo : (balancesOf(made)[half - 1] ?? made.openingKobo)
  const page = (number: number, lines: string[]) => [
    '{1:F01EXAMNGLAAXXX0000000000}{2:O9400000000000EXAMNGLAXXXX00000000000000000000N}{4:',
    ':20:STATEMENT',
    `:25:EXAMNGLA/${made.accountNumber}`,
    `:28C:1/${number}`,
    ...lines,
    '-}',
  ]
  return Buffer.from(
    [
      ...page(1, [
        balance('60F', made.openingKobo, from),
        ...made.lines.slice(0, half).flatMap(entry),
        balance('62M', between, to),
      ]),
      ...page(2, [
        balance('60M', between, from),
        ...made.lines.slice(half).flatMap(entry),
        balance('62F', closingOf(made), to),
      ]),
      '',
    ].join('\r\n'),
  )
}
