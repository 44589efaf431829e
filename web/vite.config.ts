import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import packageJson from './package.json' with { type: 'json' }

const server = process.env.AIRFOLIO_DEV_SERVER ?? 'http://localhost:8080'

export default defineConfig({
  plugins: [react()],
  define: { __WEB_VERSION__: JSON.stringify(packageJson.version) },
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: {
    proxy: { '/kbj/api': server, '/user-manual': server },
  },
  build: {
    target: 'es2022',
    manifest: true,
    // An inlined picture would be re-sent with every release of the chunk that holds it.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
            // All that the sign-in page needs, in one request.
            { name: 'start', tags: ['$initial'], priority: 1 },
            { name: 'router', test: /node_modules[\\/]react-router[\\/]/ },
            // The parts of most pages, instead of some sixty files of a few hundred bytes.
            { name: 'shared', test: /[\\/](src[\\/](api|lib|ui)|node_modules)[\\/]/, minShareCount: 4 },
          ],
        },
      },
    },
  },
})
