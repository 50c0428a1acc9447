import { readFile } from 'node:fs/promises'

/** A receipt of `npm run proofs`, sent on at 430 pixels in width. */
export const receiptPicture = () => readFile(new URL('./receipt.jpg', import.meta.url))

/** What `receiptPicture` says. */
export const receiptSays = {
  amountKobo: 4_000_000,
  date: '2026-12-23',
  recipientAccount: '4266141315',
  sender: 'CHINEDU BELLO',
  reference: 'RER-6971287887',
  sessionId: '000036261223370487475910623278',
}

/** A PDF of one page with these lines, from the top down. */
export const pdfOf = (lines: string[]): Buffer => {
  const text = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj 0 -18 Td`).join('\n')
  const content = `BT /F1 12 Tf 40 700 Td\n${text}\nET`
  return Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length ${content.length}>>stream
${content}
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`)
}
