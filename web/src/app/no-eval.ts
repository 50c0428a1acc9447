// Stops zod from compiling schemas with `eval`, which the content security policy forbids. zod
// loads after the first view, and reads this setting before it makes its first schema.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
