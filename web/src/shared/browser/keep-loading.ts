/**
 * Imports code that a screen can do without, and tries again after a failure, for example while
 * offline.
 */
export const keepLoading = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    return keepLoading(load)
  }
}
