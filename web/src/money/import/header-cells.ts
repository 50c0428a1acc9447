/** Bytes of a file in which its header is looked for. */
const looked = 64 * 1024

/**
 * The cells of a CSV's row, as the file has them: what the preview says of columns are numbers
 * alone. Empty for a file that is no text.
 */
export const headerCells = async (file: Blob, headerRow: number): Promise<string[]> => {
  const text = decoded(new Uint8Array(await file.slice(0, looked).arrayBuffer()))
  return cellsOfRow(text, headerRow)
}

const decoded = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // A file of the old code page differs from UTF-8 in letters with accents only.
  return new TextDecoder('utf-8').decode(bytes)
}

export const cellsOfRow = (text: string, row: number): string[] => {
  const delimiter = delimiterOf(rowOf(text, row))
  return splitRow(rowOf(text, row), delimiter)
}

/** A row by its number; line ends within quotes end none. */
const rowOf = (text: string, wanted: number): string => {
  let [row, start, isQuoted] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') isQuoted = !isQuoted
    if (isQuoted || (sign !== '\n' && !(sign === '\r' && text[at + 1] !== '\n'))) continue
    if (row === wanted) return text.slice(start, at).replace(/\r$/, '')
    row++
    start = at + 1
  }
  return row === wanted ? text.slice(start) : ''
}

const delimiterOf = (row: string): string => {
  const outside = row.replaceAll(/"[^"]*"/g, '')
  const count = (sign: string) => outside.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

const splitRow = (row: string, delimiter: string): string[] => {
  const cells: string[] = []
  let [cell, isQuoted] = ['', false]
  for (const sign of row) {
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === delimiter && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += sign
  }
  return [...cells, cell.trim()]
}
