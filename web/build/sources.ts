import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the app's sources, with a slash at its end, in Vite's form on each system. */
export const sources = fileURLToPath(new URL('../src/', import.meta.url)).replaceAll(path.sep, '/')
