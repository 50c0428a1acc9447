import { keepRunning } from './keep-running.ts'

keepRunning(new URL('./main.shop.ts', import.meta.url))
