import type { Progress } from '@strand/event-sourcing/processors/progress'

/**
 * A value for `memoizeByVersion` that changes whenever a table of one of these projections does;
 * undefined while one of them is unknown.
 */
export const servedVersions = (
  { servedVersion }: Pick<Progress, 'servedVersion'>,
  names: string[],
): string | undefined => {
  const versions = names.map((name) => servedVersion(name))
  return versions.includes(undefined) ? undefined : versions.join(' ')
}
