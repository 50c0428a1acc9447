import { silentLog } from '@strand/event-sourcing/log'
import { openQueue } from '../queue.ts'

// A worker for the queue's contract suite: takes a job, prints a line, and hangs until it is
// killed.
const queue = await openQueue(process.argv[2] ?? '', { log: silentLog })
queue.work(
  'mail',
  async () => {
    process.stdout.write('taken\n')
    await new Promise(() => {})
  },
  { lockMs: 1_000 },
)
