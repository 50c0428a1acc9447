/** Whether a URL leads to Postgres: whether it begins with `postgres:` or `postgresql:`. */
export const isPostgresUrl = (url: string): boolean => /^postgres(?:ql)?:/.test(url)
