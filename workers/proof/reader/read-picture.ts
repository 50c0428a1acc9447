import { fileURLToPath } from 'node:url'
import { createWorker, OEM, PSM } from 'tesseract.js'
import { preparePicture } from './prepare-picture.ts'

/** The package ships its data: nothing is downloaded, and nothing is written. */
const dataFolder = fileURLToPath(
  new URL('4.0.0_best_int', import.meta.resolve('@tesseract.js-data/eng')),
)

/** Loads the program that reads pictures, which takes half a second, and returns how to read one. */
export const openPictureReader = async (): Promise<(bytes: Uint8Array) => Promise<string>> => {
  const reader = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: dataFolder,
    cacheMethod: 'none',
    gzip: true,
    // What fails rejects as well; by default it would also be thrown.
    errorHandler: () => {},
  })
  // A receipt is one block of lines: found as columns, labels would part from their values.
  await reader.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_BLOCK })
  return async (bytes) => {
    const { data } = await reader.recognize(await preparePicture(bytes), {}, { text: true })
    return data.text
  }
}
