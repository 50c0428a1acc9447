import { getDocumentProxy } from 'unpdf'

/** A receipt usually has one page. */
const maxPages = 3
const maxPieces = 3_000

type Piece = { text: string; x: number; y: number }

/** A PDF's text, in lines as a person sees them. A PDF of scanned pages has no text. */
export const readPdf = async (bytes: Uint8Array): Promise<string> => {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const texts: string[] = []
  for (let number = 1; number <= Math.min(pdf.numPages, maxPages); number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    texts.push(
      linesOf(
        items
          .slice(0, maxPieces)
          .flatMap((item) =>
            'str' in item && item.str.trim() !== ''
              ? [{ text: item.str, x: Number(item.transform[4]), y: Number(item.transform[5]) }]
              : [],
          ),
      ),
    )
  }
  await pdf.loadingTask.destroy()
  return texts.join('\n')
}

/** The largest vertical distance, in points, between two pieces of the same line. */
const sameLine = 3

/** Sorts pieces from top to bottom and from left to right; a file can contain them in any order. */
const linesOf = (pieces: Piece[]): string => {
  const lines: Piece[][] = []
  for (const piece of [...pieces].sort((one, other) => other.y - one.y)) {
    const line = lines.at(-1)
    if (line?.[0] && line[0].y - piece.y <= sameLine) line.push(piece)
    else lines.push([piece])
  }
  return lines
    .map((line) =>
      line
        .sort((one, other) => one.x - other.x)
        .map(({ text }) => text)
        .join(' '),
    )
    .join('\n')
}
