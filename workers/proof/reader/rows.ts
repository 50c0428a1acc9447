import { cut } from '../fields/lines.ts'

/** A word in a picture; coordinates are in pixels from the upper left corner. */
type Word = {
  piece: string
  text: string
  left: number
  right: number
  top: number
  bottom: number
}

/** Parses the words from the OCR program's table, which has tab-separated columns. */
export const wordsIn = (tsv: string): Word[] =>
  tsv.split('\n').flatMap((line) => {
    const [level, page, block, paragraph, row, , left, top, width, height, , text = ''] =
      line.split('\t')
    // Rows for levels above words have no text.
    if (level !== '5' || text.trim() === '') return []
    return [
      {
        piece: [page, block, paragraph, row].join(),
        text: text.trim(),
        left: Number(left),
        right: Number(left) + Number(width),
        top: Number(top),
        bottom: Number(top) + Number(height),
      },
    ]
  })

/** A word closer to an edge than this share of the picture's width may be cut off. */
const atEdge = 0.012
/** Two pieces are in one row if they overlap by this share of the smaller one's height. */
const sameRow = 0.6

type Piece = { text: string; left: number; top: number; bottom: number }

/**
 * Arranges words into lines, from top to bottom and from left to right. A label and its value share
 * a line even if they are in different columns. Marks words that the picture's edge may have cut
 * off.
 */
export const rowsOf = (words: readonly Word[], width: number): string => {
  const rows: Piece[][] = []
  const pieces = piecesOf(words, width)
  for (const piece of pieces.sort((one, other) => middleOf(one) - middleOf(other))) {
    const row = rows.at(-1)
    if (row?.some((other) => isBeside(piece, other))) row.push(piece)
    else rows.push([piece])
  }
  return rows
    .map((row) =>
      row
        .sort((one, other) => one.left - other.left)
        .map(({ text }) => text)
        .join(' '),
    )
    .join('\n')
}

const piecesOf = (words: readonly Word[], width: number): Piece[] =>
  [...Map.groupBy(words, ({ piece }) => piece).values()].map((piece) => ({
    text: piece
      .map(
        ({ text, left, right }) =>
          `${left < atEdge * width ? cut : ''}${text}${right > (1 - atEdge) * width ? cut : ''}`,
      )
      .join(' '),
    left: Math.min(...piece.map(({ left }) => left)),
    top: Math.min(...piece.map(({ top }) => top)),
    bottom: Math.max(...piece.map(({ bottom }) => bottom)),
  }))

const middleOf = ({ top, bottom }: Piece) => (top + bottom) / 2

const isBeside = (one: Piece, other: Piece): boolean =>
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) >
  sameRow * Math.min(one.bottom - one.top, other.bottom - other.top)
