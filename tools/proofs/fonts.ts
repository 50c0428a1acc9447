import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Letters as receipts have them, from packages: the same on every machine. */
const files = {
  Roboto: [
    import.meta.resolve('@fontsource/roboto/files/roboto-latin-400-normal.woff2'),
    import.meta.resolve('@fontsource/roboto/files/roboto-latin-ext-400-normal.woff2'),
    import.meta.resolve('@fontsource/roboto/files/roboto-latin-700-normal.woff2'),
    import.meta.resolve('@fontsource/roboto/files/roboto-latin-ext-700-normal.woff2'),
  ],
  Arimo: [
    import.meta.resolve('@fontsource/arimo/files/arimo-latin-400-normal.woff2'),
    import.meta.resolve('@fontsource/arimo/files/arimo-latin-ext-400-normal.woff2'),
    import.meta.resolve('@fontsource/arimo/files/arimo-latin-700-normal.woff2'),
    import.meta.resolve('@fontsource/arimo/files/arimo-latin-ext-700-normal.woff2'),
  ],
  Tinos: [
    import.meta.resolve('@fontsource/tinos/files/tinos-latin-400-normal.woff2'),
    import.meta.resolve('@fontsource/tinos/files/tinos-latin-ext-400-normal.woff2'),
    import.meta.resolve('@fontsource/tinos/files/tinos-latin-700-normal.woff2'),
    import.meta.resolve('@fontsource/tinos/files/tinos-latin-ext-700-normal.woff2'),
  ],
  Cousine: [
    import.meta.resolve('@fontsource/cousine/files/cousine-latin-400-normal.woff2'),
    import.meta.resolve('@fontsource/cousine/files/cousine-latin-ext-400-normal.woff2'),
    import.meta.resolve('@fontsource/cousine/files/cousine-latin-700-normal.woff2'),
    import.meta.resolve('@fontsource/cousine/files/cousine-latin-ext-700-normal.woff2'),
  ],
} as const

export type Font = keyof typeof files

/** Where the naira sign is. */
const extended = 'unicode-range: U+0100-02FF, U+1E00-1EFF, U+2020-20CF;'

/** The font as rules of a page's style sheet, with its data within. */
export const fontRules = async (font: Font): Promise<string> => {
  const rules = files[font].map(async (url, at) => {
    const data = (await readFile(fileURLToPath(url))).toString('base64')
    return `@font-face { font-family: ${font}; font-weight: ${at < 2 ? 400 : 700}; ${at % 2 === 1 ? extended : ''}
      src: url(data:font/woff2;base64,${data}) format('woff2') }`
  })
  return (await Promise.all(rules)).join('\n')
}
