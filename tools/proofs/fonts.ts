import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export type Font = 'Roboto' | 'Arimo' | 'Tinos' | 'Cousine'

/** The fonts of receipts. They come from packages, so that every machine has the same. */
const fileOf = (font: Font, set: string, weight: number): string =>
  fileURLToPath(
    import.meta.resolve(
      `@fontsource/${font.toLowerCase()}/files/${font.toLowerCase()}-${set}-${weight}-normal.woff2`,
    ),
  )

/** The range that contains the naira sign. */
const extended = 'unicode-range: U+0100-02FF, U+1E00-1EFF, U+2020-20CF;'

/** The font as CSS rules that contain its data. */
export const fontRules = async (font: Font): Promise<string> => {
  const rules = [400, 700].flatMap((weight) =>
    ['latin', 'latin-ext'].map(async (set) => {
      const data = (await readFile(fileOf(font, set, weight))).toString('base64')
      return `@font-face { font-family: ${font}; font-weight: ${weight}; ${set === 'latin' ? '' : extended}
      src: url(data:font/woff2;base64,${data}) format('woff2') }`
    }),
  )
  return (await Promise.all(rules)).join('\n')
}
