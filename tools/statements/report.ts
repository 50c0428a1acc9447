import type { TrueFile, Verdict } from './judge.ts'

export type Judged = { source: string; truth: TrueFile; verdict: Verdict }

const kinds: Record<TrueFile['kind'], string> = {
  ofx: 'OFX',
  camt: 'CAMT',
  mt940: 'MT940',
  csv: 'CSV',
  xlsx: 'Excel',
  html: 'web page called `.xls`',
  spreadsheet: 'Excel as XML',
}

const leastRight = 0.95

const countBy = <T>(items: T[], keyOf: (item: T) => string): [string, number][] =>
  [...Map.groupBy(items, keyOf)]
    .map(([key, found]): [string, number] => [key, found.length])
    .toSorted(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))

const table = (heading: string[], rows: (string | number)[][]): string =>
  [
    `| ${heading.join(' | ')} |`,
    `|${heading.map(() => '---|').join('')}`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n')

/** Whether the oracle is sure of a file, and the oracle or the shop found lines in it. */
const isCoherent = ({ truth, verdict }: Judged) =>
  truth.why === '' && (truth.lines.length > 0 || verdict.is === 'wrong')
const isRight = ({ verdict }: Judged) => verdict.is === 'right'
const wasAsked = ({ verdict }: Judged) => verdict.is === 'right' && verdict.asked.length > 0

const counts = (judged: Judged[]): number[] => {
  const coherent = judged.filter(isCoherent)
  const of = (is: Verdict['is']) => coherent.filter(({ verdict }) => verdict.is === is).length
  return [
    judged.length,
    coherent.length,
    of('right'),
    coherent.filter(wasAsked).length,
    of('refused'),
    of('wrong'),
  ]
}

const withoutDetails = (message: string): string =>
  message
    .replace(/“[^”]*”/g, '“…”')
    .replace(/(?<=an? (?:credit card|investment account)), [^.]*(?=\. Please)/, ' …')
    .replace(/\b(Entry|Transaction|Line|Row) \d+/g, '$1 …')
    .replace(/ \d{4,}/g, ' …')
    .replaceAll('|', '/')

const messageOf = ({ verdict }: Judged): string =>
  verdict.is === 'right' ? 'read' : withoutDetails(verdict.message)

const columns = ['Files', 'Coherent', 'Right', 'of these, after questions', 'Refused', 'Wrong']

/** The page for `docs`, and whether the specification's requirement is met. */
export const reportOf = (judged: Judged[], commits: Map<string, string>) => {
  const coherent = judged.filter(isCoherent)
  const right = coherent.filter(isRight)
  const wrong = coherent.filter(({ verdict }) => verdict.is === 'wrong')
  const refused = coherent.filter(({ verdict }) => verdict.is === 'refused')
  const others = judged.filter((one) => !isCoherent(one))
  const unknownToOracle = others.filter(
    ({ verdict }) => verdict.is === 'right' || verdict.is === 'wrong',
  )
  const notAdding = others.filter(({ truth }) => truth.why !== '' && truth.lines.length > 0)
  const alike = notAdding.filter(({ verdict }) => verdict.is === 'refused' && verdict.isAlike)
  const percent = ((right.length / coherent.length) * 100).toFixed(1)
  const lines = right.reduce((sum, { truth }) => sum + truth.lines.length, 0)
  const asked = countBy(
    right.flatMap(({ verdict }) => (verdict.is === 'right' ? verdict.asked : [])),
    (what) => what,
  )
  const money = countBy(
    right.filter(({ verdict }) => verdict.otherMoney !== ''),
    ({ verdict }) => verdict.otherMoney,
  )
  const sources = [...commits.keys()].toSorted().flatMap((source) => {
    const own = judged.filter((one) => one.source === source)
    return [...Map.groupBy(own, ({ truth }) => truth.kind)].map(([kind, some], at) => [
      at === 0 ? `${source.replace('+', '/')} \`${commits.get(source)}\`` : '',
      kinds[kind],
      ...counts(some),
    ])
  })
  const text = `# Public statement files

This page shows how well the shop reads bank statements that we did not make: files from public projects.

\`npm run statements -- --folder <folder> --write\` writes this page from the text in \`tools/statements/report.ts\`: change that
file, not this page. To repeat the run, install Python 3 and Debian's package \`ofx\`, and clone each source below into one folder,
as \`owner+name\`, at the commit beside its name. The files stay out of this project.

The ${commits.size} sources hold ${judged.length} different files. Of the ${coherent.length} coherent files, the shop reads ${right.length} (${percent}%) correctly: ${lines} transfers
in all, to the kobo, the day and the text. It refuses ${refused.length} and misreads ${wrong.length}.

- **Coherent**: an oracle that shares no code with our readers can read the whole file, the file has at least one transfer, and its sums
  and balances agree. The oracle, \`tools/statements/oracle.py\`, reads OFX with libofx's \`ofxdump\`, XML with Python's own parser, and
  MT940 with a few lines of its own; for tables, it uses a person's notes about each file (\`tables.json\`).
- **Right**: the shop's readers find the same transfers and no others, and every text that the oracle found in a transfer.
  If the screen would ask a question, the tool answers as a person would${asked.length > 0 ? `. Questions came up about: ${asked.map(([what, count], at) => `${what} (${at === 0 ? `in ${count} files` : count})`).join(', ')}` : ''}.
- **Refused**: the shop imports nothing from the file, and a message says why and what to do.
- **Wrong**: anything else.

Most of these files are not in naira. The files that the shop reads correctly include ${money.map(([code, count]) => `${count} in ${code}`).join(', ')}. The shop
itself refuses these files ("The file is in EUR, not in NGN: please choose the statement of an account in naira", or row by row "In
USD, not in naira"). To check digits, days and texts anyway, the tool reads these files as if they were in naira.

## By kind

${table(
  ['Kind', ...columns],
  [...Map.groupBy(judged, ({ truth }) => truth.kind)].map(([kind, some]) => [
    kinds[kind],
    ...counts(some),
  ]),
)}

## By source

${table(['Source and commit', 'Kind', ...columns], sources)}

## Coherent files that are refused

${table(
  ['File', 'The shop’s message'],
  refused.map((one) => [
    `\`${one.truth.path.split('/').at(-1)}\` from ${one.source.replace('+', '/')}`,
    messageOf(one),
  ]),
)}
${
  wrong.length === 0
    ? ''
    : `\n## Misread files\n\n${table(
        ['File', 'Difference'],
        wrong.map((one) => [one.truth.path, messageOf(one)]),
      )}\n`
}
## The other files

For each file that is not coherent, the table shows the oracle's verdict and the shop's message. If only the sums differ, the shop
reads some lines before it refuses the file; in ${alike.length} of ${notAdding.length} such files, the oracle also found each of these lines.

${table(
  ['Files', 'The oracle’s verdict', 'The shop’s message'],
  countBy(
    others.filter((one) => !unknownToOracle.includes(one)),
    (one) =>
      `${withoutDetails(one.truth.why.replace(/: .*/, '')) || 'no transfer'} | ${messageOf(one)}`,
  ).map(([key, count]) => [count, key]),
)}
${
  unknownToOracle.length === 0
    ? ''
    : `\nThe shop reads ${unknownToOracle.length} of the files that the oracle cannot read: ${unknownToOracle.map(({ truth }) => `\`${truth.path.split('/').at(-1)}\` (${truth.why})`).join(', ')}.\n`
}`
  return { text, isMet: wrong.length === 0 && right.length >= leastRight * coherent.length }
}
