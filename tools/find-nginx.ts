import { execFileSync } from 'node:child_process'

/** Debian installs it in a folder that is only on root's PATH. */
const places = ['/usr/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx', 'nginx']

/** The machine's nginx; undefined if there is none. */
export const findNginx = (): string | undefined =>
  places.find((file) => {
    try {
      execFileSync(file, ['-v'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
