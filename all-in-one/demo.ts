import { supervise } from './supervisor.ts'

supervise(new URL('./demo/child.ts', import.meta.url))
