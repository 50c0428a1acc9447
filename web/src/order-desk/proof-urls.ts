/** `filepath` holds the signed links of an order's files, comma-separated. */
export const proofUrls = (filepath: string): string[] =>
  filepath
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')

/** The link's own word for what the file is. */
export const isPdf = (url: string): boolean => /[.]pdf\b|application(%2F|\/)pdf/i.test(url)
