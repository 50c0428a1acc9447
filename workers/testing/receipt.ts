import { readFile } from 'node:fs/promises'

export const receiptPicture = () => readFile(new URL('./receipt.jpg', import.meta.url))

export const receiptSays = {
  amountKobo: 4_000_000,
  date: '2026-12-23',
  recipientAccount: '4266141315',
  sender: 'CHINEDU BELLO',
  reference: 'RER-6971287887',
  sessionId: '000036261223370487475910623278',
}

/** Proofs from the second set of `npm run proofs`, and their fields. */
export const strangeProofs = [
  {
    what: "an alert with the account's balance, and the balance once more as a total",
    file: new URL('./alert.png', import.meta.url),
    says: {
      amountKobo: 10_000_000,
      date: '2026-12-15',
      recipientAccount: null,
      sender: null,
      reference: null,
      sessionId: null,
    },
  },
  {
    what: 'a table with ruled lines, made two days after the transfer',
    file: new URL('./ruled.png', import.meta.url),
    says: {
      amountKobo: 19_550_000,
      date: '2026-11-22',
      recipientAccount: '2793318644',
      sender: 'Favour Igbinedion',
      reference: 'SMT-3312552098',
      sessionId: null,
    },
  },
  {
    what: 'a receipt whose labels take two lines',
    file: new URL('./two-line-labels.png', import.meta.url),
    says: {
      amountKobo: 1_750_000,
      date: '2026-07-18',
      recipientAccount: '1972407388',
      sender: 'AMAKA OGHENERO AISHA',
      reference: '202607187605250972834678',
      sessionId: '000089260718868197636916771479',
    },
  },
] as const

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

/**
 * A PDF of about 3 kB that expands to 20^11 drawings: each of its twelve forms but the last draws
 * the next one twenty times.
 */
export const nestedPdf = (): Buffer => {
  const forms = Array.from({ length: 12 }, (_, depth) => {
    const content = depth === 11 ? 'BT /T 9 Tf (x) Tj ET' : '/F Do '.repeat(20)
    return `${depth + 6} 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F ${depth + 7} 0 R>>/Font<</T 5 0 R>>>>/Length ${content.length}>>stream\n${content}\nendstream endobj`
  })
  return Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</XObject<</F 6 0 R>>>>>>endobj
4 0 obj<</Length 5>>stream
/F Do
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
${forms.join('\n')}
trailer<</Root 1 0 R>>
%%EOF
`)
}
