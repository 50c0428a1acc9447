import type { Progress } from '@strand/event-sourcing/processors/progress'

/**
 * A value that changes with the tables of any of these projections, for `memoizeByVersion`; undefined
 * while that of one of them is unknown.
 */
export const servedVersions = (
  { servedVersion }: Pick<Progress, 'servedVersion'>,
  names: string[],
): string | undefined => {
  const versions = names.map((name) => servedVersion(name))
  return versions.includes(undefined) ? undefined : versions.join(' ')
}
