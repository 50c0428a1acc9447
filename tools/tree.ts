import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

/** `npm run check:tree`: checks that tracked files are small and contain no path of a particular machine. */
const maxBytes = 200_000
/** npm writes this file, which grows with the number of packages. */
const mayBeLarge = new Set(['package-lock.json'])
const pathOfAMachine = /(?<![\w.:/@-])\/(?:home|Users|root|work)\/[\w.-]+\/[\w.-]+/

const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  .split('\0')
  .filter((file) => file && statSync(file, { throwIfNoEntry: false })?.isFile())

const problems = tracked.flatMap((file) => {
  const { size } = statSync(file)
  const large =
    size > maxBytes && !mayBeLarge.has(file)
      ? [`${file}: ${size} bytes; at most ${maxBytes} belong in the project`]
      : []
  const found = pathOfAMachine.exec(readFileSync(file, 'latin1'))
  return found ? [...large, `${file}: ${found[0]} is a path of one machine`] : large
})

for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)
