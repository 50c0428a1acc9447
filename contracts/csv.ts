/**
 * Characters with which a formula in a spreadsheet can begin, including full-width forms from Asian
 * keyboards.
 */
export const formulaStarts = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r']

/** Puts an apostrophe before a text that a spreadsheet would run as a formula. */
export const withoutFormula = (text: string): string =>
  formulaStarts.some((start) => text.startsWith(start)) ? `'${text}` : text
