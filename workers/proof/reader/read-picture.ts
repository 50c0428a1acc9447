import { fileURLToPath } from 'node:url'
import { createWorker, OEM, PSM } from 'tesseract.js'
import { preparePicture } from './prepare-picture.ts'
import { rowsOf, wordsIn } from './rows.ts'

/** The package contains its data, so nothing is downloaded or written. */
const dataFolder = fileURLToPath(
  new URL('4.0.0_best_int', import.meta.resolve('@tesseract.js-data/eng')),
)

/** The text of a file. Pictures are read twice, because a single reading may misread a digit. */
export type ReadText = { text: string; again: string | null }

/**
 * The size of the second reading relative to the first: at another size, OCR makes other mistakes.
 */
const secondScale = 1.2

/**
 * Loads the OCR program, which takes half a second, and returns a function that reads a picture
 * twice: first as scattered pieces, which are put into rows, and then as one block of lines.
 */
export const openPictureReader = async (): Promise<(bytes: Uint8Array) => Promise<ReadText>> => {
  const reader = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: dataFolder,
    cacheMethod: 'none',
    gzip: true,
    // Failures already reject the promise; the default handler would also throw them.
    errorHandler: () => {},
  })
  return async (bytes) => {
    const prepared = await preparePicture(bytes)
    const first = await prepared(1)
    await reader.setParameters({ tessedit_pageseg_mode: PSM.SPARSE_TEXT })
    const pieces = await reader.recognize(first.png, {}, { tsv: true, text: false })
    const second = await prepared(secondScale)
    await reader.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_BLOCK })
    const block = await reader.recognize(second.png, {}, { text: true })
    return { text: rowsOf(wordsIn(pieces.data.tsv ?? ''), first.width), again: block.data.text }
  }
}
