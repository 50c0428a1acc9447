import { ApiError } from './api-error.ts'

/**
 * Loads calls with their schemas after the first view. If their code cannot be loaded for lack of a
 * connection, it fails with the same error as the call itself.
 */
export const loadCalls = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  try {
    return await load()
  } catch (error) {
    throw new ApiError(String(error), { network: true })
  }
}
