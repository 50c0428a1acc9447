import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the web app's sources, with a slash at its end, as Vite names it on each system. */
export const sources = fileURLToPath(new URL('../src/', import.meta.url)).replaceAll(path.sep, '/')
