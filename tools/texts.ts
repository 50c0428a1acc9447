import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'

/**
 * `npm run texts`: prints every text that people read, one per line with its place: words in JSX,
 * and sentences in screens, emails, errors and API summaries. The list is for a reader who has not
 * seen the code.
 */
const folders = ['web/src', 'contracts', 'command-api', 'query-api', 'projections', 'workers']
const more = ['platform', 'all-in-one', 'compose', 'tools/node24.mjs']
const files = execFileSync('git', ['ls-files', ...folders, ...more], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|\.contract\.ts$/.test(file))

/**
 * Whether a string is a sentence, a label or a title: it begins with a letter and contains a space.
 */
const reads = (text: string) =>
  /^[A-Z“"'₦✓…]?[\p{L}\d]/u.test(text) &&
  / /.test(text) &&
  !/^(select|insert|update|delete|with|create|alter|drop|grant|revoke|notify|listen|lock|set|begin|commit)\b/i.test(
    text,
  ) &&
  !/^[\w-]+( [\w-]+)*$/.test(text.replace(/^[A-Z].*/, '')) &&
  !/[{}<>]{2}|=>|^\d|::/.test(text)

const show = (file: string, line: number, text: string) => {
  const words = text.replace(/\s+/g, ' ').trim()
  if (words) console.log(`${file}:${line}: ${words}`)
}

for (const file of files) {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    kind,
  )
  const lineOf = (node: ts.Node) =>
    source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return
    if (ts.isJsxText(node)) show(file, lineOf(node), node.text)
    else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      if (ts.isJsxAttribute(node.parent) ? !isStyle(node.parent) : reads(node.text))
        show(file, lineOf(node), node.text)
    } else if (ts.isTemplateExpression(node)) {
      const text = [
        node.head.text,
        ...node.templateSpans.map(
          ({ expression, literal }) => `{${expression.getText(source)}}${literal.text}`,
        ),
      ].join('')
      if (reads(text.replace(/^\{[^}]*\}/, 'X'))) show(file, lineOf(node), text)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
}

function isStyle({ name }: ts.JsxAttribute): boolean {
  return /^(className|id|type|name|role|href|to|key|htmlFor|autoComplete|inputMode|rel|target|method|variant|kind|icon)$/.test(
    name.getText(),
  )
}
