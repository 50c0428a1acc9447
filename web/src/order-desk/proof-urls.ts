/** `filepath` holds the signed links of an order's files, comma-separated. */
export const proofUrls = (filepath: string): string[] =>
  filepath
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')
