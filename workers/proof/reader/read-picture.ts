import { fileURLToPath } from 'node:url'
import { createWorker, OEM, PSM } from 'tesseract.js'
import { preparePicture } from './prepare-picture.ts'
import { rowsOf, wordsIn } from './rows.ts'

/** The package ships its data: nothing is downloaded, and nothing is written. */
const dataFolder = fileURLToPath(
  new URL('4.0.0_best_int', import.meta.resolve('@tesseract.js-data/eng')),
)

/** What was read of a file: a picture is read twice, since one reading may take a digit for another. */
export type ReadText = { text: string; again: string | null }

/** The second reading's size relative to the first: at another size, other letters are mistaken. */
const secondScale = 1.2

/**
 * Loads the program that reads pictures, which takes half a second, and returns how to read one: as pieces
 * here and there, which are put into rows, and as one block of lines.
 */
export const openPictureReader = async (): Promise<(bytes: Uint8Array) => Promise<ReadText>> => {
  const reader = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: dataFolder,
    cacheMethod: 'none',
    gzip: true,
    // What fails rejects as well; by default it would also be thrown.
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
