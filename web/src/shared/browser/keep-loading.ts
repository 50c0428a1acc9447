/**
 * Imports code that a screen can do without for a while. If that fails, for example because the
 * device is offline, tries again until it succeeds.
 */
export const keepLoading = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    return keepLoading(load)
  }
}
