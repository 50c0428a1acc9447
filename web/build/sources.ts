import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder of the app's sources, with forward slashes on every system, as Vite writes paths, and
 * a slash at its end.
 */
export const sources = fileURLToPath(new URL('../src/', import.meta.url)).replaceAll(path.sep, '/')
