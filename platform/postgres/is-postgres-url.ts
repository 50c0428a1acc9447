/** Whether a URL is one of Postgres: `postgres:` or `postgresql:`. */
export const isPostgresUrl = (url: string): boolean => /^postgres(?:ql)?:/.test(url)
