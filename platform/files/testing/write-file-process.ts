import { silentLog } from '@strand/event-sourcing/log'
import { openFiles } from '../open.ts'

// Writes a file of the given size. Tests kill this process or let it run out of space.
const [, , url = '', size = '0'] = process.argv
const files = await openFiles(url, { log: silentLog })
const content = async function* () {
  for (let at = 0; at < Number(size); at += 16_384) {
    yield Buffer.alloc(16_384, 'x')
    if (at === 163_840) process.stdout.write('writing\n')
    await new Promise((resolve) => setImmediate(resolve))
  }
}
await files.write('0123456789abcdef0123456789abcdef01234567', content()).then(
  () => process.stdout.write('written\n'),
  (error) => process.stdout.write(`failed: ${error.code}\n`),
)
