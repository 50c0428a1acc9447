import { supervise } from './keep-running.ts'

supervise(new URL('./demo.shop.ts', import.meta.url))
