import { ApiError } from './api-error.ts'

/**
 * Loads a module that makes calls, with its schemas, after the first view. If the module cannot be
 * loaded because there is no connection, throws the same error as a failed call.
 */
export const loadCalls = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  try {
    return await load()
  } catch (error) {
    throw new ApiError(String(error), { network: true })
  }
}
