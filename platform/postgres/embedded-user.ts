import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * The user who runs Postgres: `uid` and `gid`, or this process's user if these are absent. If
 * `prefix` is not empty, it is the command that starts Postgres as that user.
 */
export type RunAs = { prefix: string[]; uid?: number; gid?: number }

/**
 * Postgres refuses to run as root, so root runs it as `nobody`. That user cannot enter a folder
 * such as /root (0700). If such a folder is on the path, util-linux's `setpriv` lets Postgres pass
 * through it, without root's other rights.
 *
 * @param places files and folders that the server must reach
 */
export const postgresUser = async (places: string[]): Promise<RunAs> => {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const { uid, gid } = await nobody()
  const closed = await firstClosedFolder(places)
  if (!closed) return { prefix: [], uid, gid }
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((file) => existsSync(file))
  if (!setpriv)
    throw new Error(
      `Postgres cannot run as root, and other users may not enter ${closed}: start Strand as an ordinary user, or from a folder that everybody may enter`,
    )
  const prefix = [
    setpriv,
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    // Without this, access(2), with which initdb looks for its server, would ignore the capability.
    '--securebits=+no_setuid_fixup',
  ]
  return { prefix, uid, gid }
}

const nobody = async () => {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'nobody')
  if (!user)
    throw new Error('Postgres cannot run as root, and this machine has no user named nobody')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

/** The first folder on the path to one of `places` that only its owner can enter. */
const firstClosedFolder = async (places: string[]): Promise<string | null> => {
  for (const place of places)
    for (let folder = path.dirname(place); ; folder = path.dirname(folder)) {
      const { mode } = await stat(folder)
      if ((mode & 0o001) === 0) return folder
      if (folder === path.dirname(folder)) break
    }
  return null
}

/**
 * Makes the links between the package's libraries that its install script would make, because npm
 * may be set not to run scripts. Safe to repeat.
 *
 * @param root the folder of the installed package
 */
export const makeLibraryLinks = (root: string): void => {
  const list = path.join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = path.join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link)
    } catch (error) {
      // Another process that started at the same time has just made it.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
