import { ApiError } from './api-error.ts'

/**
 * Calls with their schemas, which load after the first view. Without a connection their code fails
 * to load, as the call itself would fail.
 */
export const loadCalls = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  try {
    return await load()
  } catch (error) {
    throw new ApiError(String(error), { network: true })
  }
}
