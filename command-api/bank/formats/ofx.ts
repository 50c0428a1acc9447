import { parseDecimal } from './amounts.ts'
import { dayOf, parseInstant } from './dates.ts'
import { damaged, newFile, type ReadFile, type Section } from './statement.ts'
import { decodeEntities, decodeText, tidy } from './text.ts'

/** The tags that hold others; every other one holds a value, and OFX 1 need not close it. */
const containers = new Set(
  'OFX STMTRS CCSTMTRS STMTTRN LEDGERBAL AVAILBAL BANKACCTFROM CCACCTFROM BANKACCTTO CCACCTTO PAYEE BANKTRANLIST CURRENCY ORIGCURRENCY'.split(
    ' ',
  ),
)

type Group = { tag: string; values: Map<string, string> }

/**
 * OFX 1 (SGML) and OFX 2 (XML). Both are read as tags with a value, which suffices for what a
 * statement needs. Decision 204 says why not by a library.
 */
export const readOfx = (bytes: Uint8Array): ReadFile => {
  const text = decodeText(bytes).replace(/<!\[CDATA\[([^\]]{0,300})\]\]>/g, (_, inner: string) =>
    inner.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  )
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw damaged('it has a DOCTYPE')
  const start = text.search(/<OFX>/i)
  if (start < 0 || !/<\/OFX>\s*$/i.test(text)) throw damaged('its end is missing')
  const file = newFile()
  const open: Group[] = []
  let row = 0
  for (const [, slash, name = '', value = ''] of text
    .slice(start)
    .matchAll(/<(\/?)([A-Z\d._]+)\s*>([^<]*)/gi)) {
    const tag = name.toUpperCase()
    if (!containers.has(tag)) {
      if (!slash) keep(open.at(-1), tag, value)
      continue
    }
    if (!slash) {
      const values = new Map<string, string>()
      open.push({ tag, values })
      if (tag === 'STMTTRN') row++
      if (open.length > 20) throw damaged('it is nested too deeply')
      if (tag.endsWith('STMTRS'))
        file.sections.push({ openingKobo: null, closingKobo: null, lines: [] })
      continue
    }
    const group = open.pop()
    if (group?.tag !== tag) throw damaged(`${tag} is not closed`)
    finish(file, group, open.at(-1), row)
  }
  if (open.length > 0) throw damaged(`${open.at(-1)?.tag} is not closed`)
  return file
}

const keep = (group: Group | undefined, tag: string, value: string) => {
  if (!group) return
  if (group.values.has(tag)) throw damaged(`${tag} is there twice`)
  group.values.set(tag, decodeEntities(value).trim())
}

const finish = (file: ReadFile, { tag, values }: Group, parent: Group | undefined, row: number) => {
  const section = file.sections.at(-1)
  const value = (name: string) => values.get(name) ?? ''
  if (tag === 'PAYEE') parent?.values.set('NAME', value('NAME'))
  if (tag === 'BANKACCTFROM' || tag === 'CCACCTFROM') file.accountNumbers.add(value('ACCTID'))
  if (tag.endsWith('STMTRS')) file.currencies.add(value('CURDEF').toUpperCase())
  if (tag === 'CURRENCY') file.currencies.add(value('CURSYM').toUpperCase())
  if (tag === 'BANKTRANLIST')
    for (const name of ['DTSTART', 'DTEND']) file.days.push(ofxDay(value(name)) ?? '')
  if (tag === 'LEDGERBAL' && section) {
    section.closingKobo = parseDecimal(value('BALAMT'))
    if (section.closingKobo === null) throw damaged('the balance cannot be read')
  }
  if (tag === 'STMTTRN') readLine(file, section, value, row)
}

const readLine = (
  file: ReadFile,
  section: Section | undefined,
  value: (name: string) => string,
  row: number,
) => {
  const [bookedOn, amountKobo] = [ofxDay(value('DTPOSTED')), parseDecimal(value('TRNAMT'))]
  if (!section) throw damaged('a transaction belongs to no account')
  if (bookedOn === null)
    file.refused.push({ row, message: `Transaction ${row} has no date that can be read` })
  else if (amountKobo === null)
    file.refused.push({ row, message: `Transaction ${row} has no amount that can be read` })
  else if (amountKobo !== 0)
    section.lines.push({
      row,
      bookedOn,
      valueOn: ofxDay(value('DTAVAIL')),
      amountKobo,
      balanceKobo: null,
      narration: tidy(value('MEMO') || value('NAME')),
      payer: value('MEMO') ? tidy(value('NAME')) : '',
      reference: tidy(value('FITID') || value('REFNUM')),
    })
}

/** `20260304`, `20260304120000` or `20260304233000.000[0:GMT]`, whose day in Lagos is the next. */
const ofxDay = (text: string): string | null => {
  const parts =
    /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?(?:\.\d+)?(?:\[([+-]?\d+)[^\]]*\])?$/.exec(text)
  if (!parts) return null
  const [, year = '', month = '', day = '', hour = '', minute, second = '00', zone] = parts
  if (zone === undefined || hour === '') return dayOf(Number(year), Number(month), Number(day))
  const offset = Math.abs(Number(zone))
  if (offset > 14) return null
  const sign = zone.startsWith('-') ? '-' : '+'
  const instant = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  return parseInstant(`${instant}${sign}${String(offset).padStart(2, '0')}:00`)
}
