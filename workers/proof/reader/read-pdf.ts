import { getDocumentProxy } from 'unpdf'

/** A receipt has one page. */
const maxPages = 3
const maxPieces = 3_000

type Piece = { text: string; x: number; y: number }

/** The text of a PDF in lines as they are seen. A PDF of scanned pages has none. */
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

/** Points between two pieces of one line at most. */
const sameLine = 3

/** From the top down and from the left to the right, whatever order the file has. */
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
