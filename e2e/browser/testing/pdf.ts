import { getDocumentProxy } from 'unpdf'

type PrintedPage = { text: string; width: number; height: number }

/** The text of a PDF and of each page, and every text that extends beyond its page. */
export const readPdf = async (
  pdf: Buffer,
): Promise<{ text: string; pages: PrintedPage[]; outside: string[] }> => {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const pages: PrintedPage[] = []
  const outside: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    const texts: string[] = []
    for (const item of (await page.getTextContent()).items) {
      if (!('str' in item) || item.str.trim() === '') continue
      texts.push(item.str)
      const [, , , , left, bottom] = item.transform
      if (left < 0 || left + item.width > width || bottom < 0 || bottom + item.height > height)
        outside.push(
          `${item.str} (page ${number} of ${width} × ${height}, at ${left}, ${bottom}, ${item.width} × ${item.height})`,
        )
    }
    // Without spaces, because ligatures are separate pieces.
    pages.push({ text: texts.join('').replaceAll(/\s/g, ''), width, height })
  }
  return { text: pages.map(({ text }) => text).join(''), pages, outside }
}
