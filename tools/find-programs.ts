import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

// Whether the program is installed; some tests run only with it.

const isThere = (file: string, argument: string): boolean => {
  try {
    execFileSync(file, [argument], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The folder of the sources in Debian's `golang-golang-x-mod-dev`. */
export const goSources = '/usr/share/gocode'

/** Undefined without Go or without the log-checker's library. */
export const findGo = (): string | undefined =>
  existsSync(`${goSources}/src/golang.org/x/mod/sumdb/tlog`)
    ? ['go', '/usr/lib/go/bin/go', '/usr/local/go/bin/go'].find((file) => isThere(file, 'version'))
    : undefined

/** Debian installs nginx in a folder that is only on root's PATH. */
const nginxPlaces = ['/usr/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx', 'nginx']

export const findNginx = (): string | undefined => nginxPlaces.find((file) => isThere(file, '-v'))

/** Whether `promtool` is installed; it is part of Debian's `prometheus` package. */
export const hasPromtool = (): boolean => isThere('promtool', '--version')
