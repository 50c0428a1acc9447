import { execFileSync } from 'node:child_process'

/** Debian keeps it where only root's path leads. */
const places = ['/usr/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx', 'nginx']

/** The machine's nginx; undefined where there is none. */
export const findNginx = (): string | undefined =>
  places.find((file) => {
    try {
      execFileSync(file, ['-v'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
