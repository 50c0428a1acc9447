import { config } from 'zod'

// The page's policy forbids `eval`, and zod would try it to compile its schemas. It must know before
// the first schema is made: this is the first import of the app.
config({ jitless: true })
