import { config } from 'zod'

// The page's content security policy forbids `eval`, which zod would try in order to compile its
// schemas. Zod must know before the first schema is created, so this is the app's first import.
config({ jitless: true })
