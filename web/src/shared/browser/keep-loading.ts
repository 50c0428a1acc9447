/**
 * Imports code that a screen can do without until it has loaded. A failed try, for example offline, is
 * repeated.
 */
export const keepLoading = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    return keepLoading(load)
  }
}
