/** Whether a URL names Postgres, by its scheme: `postgres:` or `postgresql:`. */
export const isPostgresUrl = (url: string): boolean => /^postgres(?:ql)?:/.test(url)
