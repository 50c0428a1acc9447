import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'

// The page runs under `script-src 'self'`: nothing is inlined, and the preload polyfill, which would
// be, is left out. While one works on a screen, `/api` is served by the shop that runs on port 8080,
// or at `API_URL`.
export default defineConfig(({ mode }) => ({
  plugins: [react()],
  server: { proxy: { '/api': loadEnv(mode, '.', 'API_').API_URL ?? 'http://127.0.0.1:8080' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Customers come with the phones they have, often inside another app's browser.
    target: ['chrome100', 'firefox100', 'safari15.4'],
  },
}))
