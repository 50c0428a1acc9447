import type { Life } from '../world/world.ts'
import type { Api } from './api.ts'
import type { Shop } from './shop.ts'

/** A shop with its command-api processes, each of which may be dead. */
export type Simulation = Shop & { apis: { life: Life; api: Api }[] }
