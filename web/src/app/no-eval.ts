// The page's content security policy forbids `eval`, which zod would try in order to compile its
// schemas. zod loads after the first view, and reads this before it creates its first schema.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
