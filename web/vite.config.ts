import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { chunkNames } from './build/chunks.ts'
import { compressed } from './build/compressed.ts'
import { forOlderBrowsers } from './build/for-older-browsers.ts'
import { prerenderedPages } from './build/pages.ts'
import { startAfterPaint } from './build/start-after-paint.ts'
import { withoutServersZod } from './build/without-servers-zod.ts'
import { withoutSummaries } from './build/without-summaries.ts'

// The pages' content security policy says `script-src 'self'`, so no script may be inlined. That is
// why the preload polyfill, which Vite would inline, is turned off. During development, `/api` is
// proxied to the shop on port 8080, or at `API_URL`.
export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    withoutServersZod,
    withoutSummaries,
    forOlderBrowsers,
    startAfterPaint,
    prerenderedPages,
    compressed,
  ],
  server: { proxy: { '/api': loadEnv(mode, '.', 'API_').API_URL ?? 'http://127.0.0.1:8080' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Customers use old phones, and often the browser inside another app.
    target: ['chrome100', 'firefox100', 'safari15.4'],
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: chunkNames(), debugName: 'chunkNames' }],
        },
      },
    },
  },
}))
