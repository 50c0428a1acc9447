import { asDigits, cut } from './lines.ts'

const sessionWords = /\bsession\b/i
const referenceWords =
  /\b(ref|reference|transaction (?:no|id|number|ref(?:erence)?)|trans(?:action)? ?id|rrn)\b/i

const sessionLength = 30

/** The session id from the banks' switch: 30 digits, possibly in groups or on two lines. */
export const findSessionId = (lines: readonly string[]): string | null => {
  for (const [index, line] of lines.entries()) {
    const at = line.search(sessionWords)
    if (at < 0) continue
    const rest = line.slice(at).replace(/^session\W*(?:id|no|number|1d)?\b/i, '')
    const id =
      sessionIn([rest, lines[index + 1] ?? '']) ??
      sessionIn([lines[index - 1] ?? '', lines[index + 1] ?? ''])
    if (id) return id
  }
  for (const line of lines) {
    const whole = /(?<!\d)\d{30}(?!\d)/.exec(line.replaceAll(' ', ''))
    if (whole) return whole[0]
  }
  return null
}

const sessionIn = (parts: string[]): string | null => {
  let digits = ''
  for (const part of parts) {
    const plain = asDigits(part.replace(/[\s.:;-]/g, ''))
    if (plain === '' && digits === '') continue
    if (!/^\d+$/.test(plain)) break
    digits += plain
    if (digits.length === sessionLength) return digits
    if (digits.length > sessionLength) return null
  }
  return null
}

/** A word of letters and digits that is too long to be any other number. */
const referenceToken = new RegExp(`(?<![${cut}])[A-Z0-9][A-Z0-9/_-]{7,39}(?![${cut}A-Z0-9])`, 'gi')

const digitsIn = (token: string) => token.replace(/\D/g, '').length

/** The bank's reference, from the label's line or a neighboring one. */
export const findReference = (lines: readonly string[]): string | null => {
  for (const [index, line] of lines.entries()) {
    if (!referenceWords.test(line) || sessionWords.test(line)) continue
    for (const near of [line, lines[index + 1], lines[index - 1]]) {
      if (near === undefined || (near !== line && sessionWords.test(near))) continue
      const token = [...inOnePiece(near).matchAll(referenceToken)]
        .map(([text]) => text.replace(/[-_/]+$/, ''))
        .find(
          (text) => digitsIn(text) >= 6 && !isOther(text) && !(near !== line && isLabelled(near)),
        )
      if (token) return token.toUpperCase()
    }
  }
  return null
}

/** Joins a long number that OCR read in two pieces. */
const inOnePiece = (line: string) => line.replace(/(?<=\d{4}) (?=\d{4,}$)/, '')

const isOther = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) ||
  /^\d\d[-/](?:\d\d|[A-Z]{3})[-/]\d{2,4}$/i.test(text) ||
  /^\d{30}$/.test(text)

/** Whether a neighboring line has a label of its own, and so contains another value. */
const isLabelled = (line: string) =>
  /^[^\d]*\b(account|acct|date|amount|session|time|bank)\b/i.test(line)
