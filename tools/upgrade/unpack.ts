import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'

type Lock = { packages: Record<string, { version?: string; integrity?: string; link?: boolean }> }

const readLock = (folder: string): Lock =>
  JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8'))

/** Whether this tree has each of a release's packages in the same version. */
const areInstalled = (release: Lock, here: Lock): boolean =>
  Object.entries(release.packages).every(([place, { version, integrity, link }]) => {
    if (link || !place.includes('node_modules/')) return true
    const installed = here.packages[place]
    return installed?.version === version && installed?.integrity === integrity
  })

/** Links the release to this tree's packages, but to the release's own workspaces. */
const linkPackages = (here: string, release: string): void => {
  const [from, to] = [path.join(here, 'node_modules'), path.join(release, 'node_modules')]
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    if (!name.startsWith('@')) symlinkSync(path.join(from, name), path.join(to, name))
    else {
      mkdirSync(path.join(to, name))
      for (const inner of readdirSync(path.join(from, name)))
        symlinkSync(
          name === '@strand' ? path.join(release, inner) : path.join(from, name, inner),
          path.join(to, name, inner),
        )
    }
  }
  for (const workspace of readdirSync(release)) {
    const own = path.join(here, workspace, 'node_modules')
    if (workspace !== 'node_modules' && existsSync(own))
      symlinkSync(own, path.join(release, workspace, 'node_modules'))
  }
}

/**
 * Writes the files of a commit into a new folder, with the packages of its lock file: linked if
 * this tree has exactly the same ones, otherwise installed by `npm ci`.
 *
 * @param here the root of this tree
 */
export const unpackRelease = (commit: string, { here, into }: { here: string; into: string }) => {
  mkdirSync(into, { recursive: true })
  const tar = execFileSync('git', ['archive', '--format=tar', commit], {
    cwd: here,
    maxBuffer: 2 ** 30,
  })
  execFileSync('tar', ['-xf', '-', '-C', into], { input: tar })
  chmodSync(into, 0o755)
  const isLinked = areInstalled(readLock(into), readLock(here))
  if (isLinked) linkPackages(here, into)
  else
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
      cwd: into,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  return { isLinked }
}
