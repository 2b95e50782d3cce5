/** Builds the app for the server (app/server.tsx) into one folder of the web app's own, with all that it imports. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('.'),
  cacheDir: here('../.cache/vite'),
  plugins: [react()],
  // Node would load every icon of the package, and could load a second React.
  ssr: { noExternal: true },
  // Also under `npm start`, where the API runs in development.
  define: { 'process.env.NODE_ENV': '"production"' },
  json: { namedExports: false, stringify: true },
  publicDir: false,
  build: {
    outDir: here('../.build/web/server'),
    emptyOutDir: true,
    ssr: here('app/server.tsx'),
    target: 'node24',
  },
})
