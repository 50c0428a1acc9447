import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Where Debian's `golang-golang-x-mod-dev` puts its sources. */
export const goSources = '/usr/share/gocode'

/** The machine's Go; undefined if it or the library of the log-checker is missing. */
export const findGo = (): string | undefined => {
  if (!existsSync(`${goSources}/src/golang.org/x/mod/sumdb/tlog`)) return
  return ['go', '/usr/lib/go/bin/go', '/usr/local/go/bin/go'].find((file) => {
    try {
      execFileSync(file, ['version'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
}
