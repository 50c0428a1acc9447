import { cut } from '../fields/lines.ts'

/** A word of a picture, in pixels from its upper left corner. */
type Word = {
  piece: string
  text: string
  left: number
  right: number
  top: number
  bottom: number
}

/** The words of a table of the program that reads pictures: one a line, with tabs. */
export const wordsIn = (tsv: string): Word[] =>
  tsv.split('\n').flatMap((line) => {
    const [level, page, block, paragraph, row, , left, top, width, height, , text = ''] =
      line.split('\t')
    // The levels above words have no text.
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

/** The share of the picture's width to an edge, within which a word may be cut by it. */
const atEdge = 0.012
/** The share of the lower one of two pieces beside each other that the other one must cover. */
const sameRow = 0.6

type Piece = { text: string; left: number; top: number; bottom: number }

/**
 * The words as lines from the top down, each from the left to the right: a label and its value are
 * on one line, whatever their columns. A word that an edge of the picture may have cut is marked.
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
