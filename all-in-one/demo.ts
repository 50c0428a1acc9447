import { keepRunning } from './keep-running.ts'

keepRunning(new URL('./demo.shop.ts', import.meta.url))
