import { ApiError } from './api-error.ts'

/**
 * Loads calls with their schemas after the first view. If their code cannot be loaded because there
 * is no connection, fails with the error of a failed call.
 */
export const loadCalls = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  try {
    return await load()
  } catch (error) {
    throw new ApiError(String(error), { network: true })
  }
}
