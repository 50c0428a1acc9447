/**
 * Characters that a spreadsheet treats as the start of a formula, including their full-width forms
 * from Asian keyboards.
 */
export const formulaStarts = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r']

/** The text, with an apostrophe in front if a spreadsheet would run it as a formula. */
export const withoutFormula = (text: string): string =>
  formulaStarts.some((start) => text.startsWith(start)) ? `'${text}` : text
