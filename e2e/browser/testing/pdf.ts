import { getDocumentProxy } from 'unpdf'

/** What a PDF says, and every text of it that leaves its page. */
export const readPdf = async (pdf: Buffer): Promise<{ text: string; outside: string[] }> => {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const texts: string[] = []
  const outside: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    for (const item of (await page.getTextContent()).items) {
      if (!('str' in item) || item.str.trim() === '') continue
      texts.push(item.str)
      const [, , , , left, bottom] = item.transform
      if (left < 0 || left + item.width > width || bottom < 0 || bottom + item.height > height)
        outside.push(item.str)
    }
  }
  // Ligatures are pieces of their own, so spaces say nothing.
  return { text: texts.join('').replaceAll(/\s/g, ''), outside }
}
