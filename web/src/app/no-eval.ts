// Turns off zod's `eval`, which compiles schemas and which the content security policy forbids. zod
// loads after the first view, and reads this setting before its first schema.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
