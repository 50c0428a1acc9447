import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'

/**
 * `npm run check:length`: production files have at most 200 lines and functions at most 60. A
 * function may be longer with a sentence that begins `Long because` in the comment above it.
 * Decision 157.
 */
const maximumLines = { file: 200, function: 60 }
const reason = /\bLong because \S/
const isTest = /\.test\.tsx?$|(?:^|\/)testing\/|^e2e\//

const files = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.mjs'], {
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file && !isTest.test(file))

/** The comment above a function is above the statement or the property that it belongs to. */
const hasReason = (node: ts.Node, text: string): boolean => {
  if (!ts.isStatement(node) && !ts.isPropertyAssignment(node)) return hasReason(node.parent, text)
  return reason.test(text.slice(node.getFullStart(), node.getStart()))
}

const problemsOf = (file: string): string[] => {
  const text = readFileSync(file, 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lineAt = (place: number) => source.getLineAndCharacterOfPosition(place).line + 1
  const problems: string[] = []
  const visit = (node: ts.Node) => {
    const from = lineAt(node.getStart())
    const lines = lineAt(node.end) - from + 1
    if (ts.isFunctionLike(node) && lines > maximumLines.function && !hasReason(node, text))
      problems.push(
        `${file}:${from}: a function of ${lines} lines; split it, or say "Long because"`,
      )
    ts.forEachChild(node, visit)
  }
  visit(source)
  const lines = text.split('\n').length - 1
  return lines > maximumLines.file ? [`${file}: ${lines} lines`, ...problems] : problems
}

const problems = files.flatMap(problemsOf)
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)
