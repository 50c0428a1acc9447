import { supervise } from './keep-running.ts'

supervise(new URL('./main.shop.ts', import.meta.url))
