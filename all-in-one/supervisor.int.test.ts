import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eventually } from '@strand/platform/testing/eventually'
import { expect, onTestFinished, test } from 'vitest'
import { sendByName } from './supervisor.ts'

const sourceOf = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

// Windows needs the message, because a signal can only kill there.
test('a signal that the supervisor sends as a message shuts the shop down properly', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-supervisor-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const program = path.join(folder, 'shop.mjs')
  await writeFile(
    program,
    `import { exitWithParent, reportReady } from ${sourceOf('./supervisor.ts')}
    import { shutDownOnSignal } from ${sourceOf('../platform/process/shutdown.ts')}
    exitWithParent()
    const close = () => process.stdout.write('closed')
    shutDownOnSignal([['the shop', close]], { log: { error: console.error } })
    reportReady()`,
  )
  const child = fork(program, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  expect(await once(child, 'message')).toEqual(['open', undefined])
  sendByName(child, 'SIGINT')
  expect(await once(child, 'close')).toEqual([0, null])
  expect(printed).toBe('closed')
})

test('a signal to a shop whose channel has just closed does not end the supervisor', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-supervisor-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const program = path.join(folder, 'shop.mjs')
  await writeFile(program, 'process.disconnect(); setInterval(() => {}, 1_000)')
  const child = fork(program)
  onTestFinished(() => void child.kill('SIGKILL'))
  const failed: Error[] = []
  child.on('error', (error) => failed.push(error))
  await once(child, 'disconnect')
  sendByName(child, 'SIGTERM')
  // The event loop's next turn would report a failure to send.
  await new Promise(setImmediate)
  expect(failed).toEqual([])
})

test('a shop that aborts is started again, and its end is said to be for lack of memory', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strand-supervisor-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(
    path.join(folder, 'shop.mjs'),
    `import { exitWithParent, reportReady } from ${sourceOf('./supervisor.ts')}
    exitWithParent()
    reportReady()
    process.stdout.write('open ')
    setInterval(() => {}, 1_000)`,
  )
  await writeFile(
    path.join(folder, 'main.mjs'),
    `import { supervise } from ${sourceOf('./supervisor.ts')}
    supervise(new URL('./shop.mjs', import.meta.url))`,
  )
  const parent = spawn(process.execPath, [path.join(folder, 'main.mjs')])
  onTestFinished(() => void parent.kill('SIGKILL'))
  let printed = ''
  for (const stream of [parent.stdout, parent.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  await eventually(() => printed, 'open ')
  const children = await readFile(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8')
  process.kill(Number(children), 'SIGABRT')
  await eventually(
    () => printed,
    'open \n  The shop stopped unexpectedly (SIGABRT: out of memory?); starting it again\n\nopen ',
  )
  parent.kill('SIGTERM')
  expect(await once(parent, 'exit')).toEqual([0, null])
})
