import type { Progress } from '@strand/event-sourcing/processors/progress'

/**
 * A text for `memoizeByVersion` that changes whenever the rows of these projections change;
 * undefined if a projection's version is unknown.
 */
export const servedVersions = (
  { servedVersion }: Pick<Progress, 'servedVersion'>,
  names: string[],
): string | undefined => {
  const versions = names.map((name) => servedVersion(name))
  return versions.includes(undefined) ? undefined : versions.join(' ')
}
