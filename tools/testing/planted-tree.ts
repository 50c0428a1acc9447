import { execFile, execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach } from 'vitest'

/** Runs a tool of `tools/` in a git repository that has exactly the given files. */
export const checkPlantedTree = (tool: string) => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'strand-tree-'))
    execFileSync('git', ['init', '-q'], { cwd: folder })
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  return async (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.join(folder, path.dirname(name)), { recursive: true })
      await writeFile(path.join(folder, name), text)
    }
    execFileSync('git', ['add', '.'], { cwd: folder })
    return new Promise<{ code: number; said: string }>((resolve) => {
      execFile(
        process.execPath,
        [path.join(import.meta.dirname, '..', tool)],
        { cwd: folder },
        (error, _, said) => resolve({ code: Number(error?.code ?? 0), said }),
      )
    })
  }
}
