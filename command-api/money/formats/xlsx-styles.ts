import { readXml } from './xml.ts'

export type Styles = {
  /**
   * Returns a number as text, or as an ISO date if the cell's style is for dates.
   *
   * @param style the index of the cell's style
   */
  numberText: (value: string, style: string | undefined) => string
}

const builtInDates = new Set([14, 15, 16, 17, 22, 27, 30, 36, 50, 57])

/**
 * Whether a format is for dates, such as `dd/mm/yyyy`. Such a format has a `d` or a `y` outside
 * quoted text and color names.
 */
const isDateFormat = (code: string) =>
  /[dy]/i.test(
    code
      .slice(0, 200)
      .replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')
      .replace(/general/gi, ''),
  )

export const readStyles = (xml: string | null, epoch1904: boolean): Styles => {
  const custom = new Map<number, string>()
  const dates: boolean[] = []
  if (xml !== null)
    readXml(xml, {
      numFmt: ({ attributes }) => {
        custom.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      },
      cellXfs: ({ children }) => {
        for (const { attributes } of children) {
          const id = Number(attributes.numFmtId ?? 0)
          dates.push(builtInDates.has(id) || isDateFormat(custom.get(id) ?? ''))
        }
      },
    })
  return {
    numberText: (value, style) =>
      value !== '' && dates[Number(style ?? 0)] ? serialDay(value, epoch1904) : plainNumber(value),
  }
}

const dayMs = 86_400_000

/**
 * Converts a serial number to a day. Excel counts days from the end of 1899 (or of 1903), and
 * includes a 29 February 1900, which did not exist. So numbers up to that day stay numbers.
 */
const serialDay = (value: string, epoch1904: boolean): string => {
  const days = Math.floor(Number(value)) + (epoch1904 ? 1462 : 0)
  const inRange = days > 60 && days < 100_000
  return inRange ? new Date((days - 25_569) * dayMs).toISOString().slice(0, 10) : value
}

const decimal = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i

/**
 * Rounds a number such as `85500.100000000006`, which is how a workbook stores 85500.10, to whole
 * kobo. Leaves other numbers as they are.
 */
export const plainNumber = (value: string): string => {
  if (/^-?\d+$/.test(value) || !decimal.test(value)) return value
  const number = Number(value)
  const rounded = Math.round(number * 100) / 100
  const isKobo = Math.abs(number - rounded) < 1e-6 && Math.abs(number) < 1e13
  return isKobo ? rounded.toFixed(2) : value
}
