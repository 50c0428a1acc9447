import { supervise } from './supervisor.ts'

supervise(new URL('./main-child.ts', import.meta.url))
