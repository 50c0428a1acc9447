// The page's content security policy forbids `eval`, which zod would try in order to compile its
// schemas. zod, which loads after the first view, reads this before it creates the first one.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
