import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import { sourceFiles } from './src/testing/sources.ts'
import viteConfig from './vite.config.ts'

// Files share a worker, its modules and its page: starting those anew takes longer than most tests. What replaces
// modules would do so for the files after it too, so it gets a worker of its own; nobody has to list it.
const replacesModules = /\bvi\.(mock|doMock|resetModules)\(/
const apart = sourceFiles()
  .filter(({ path, text }) => path.includes('.test.') && replacesModules.test(text))
  .map(({ path }) => `src/${path}`)

// The first render in a worker loads CoreUI, and the user manual is built as a whole: both are slow on a busy machine.
const patient = { testTimeout: 60_000, hookTimeout: 60_000 }
const node = { environment: 'node', ...patient }
const dom = { environment: 'jsdom', setupFiles: ['src/testing/setup.ts'], ...patient }
const together = { isolate: false, exclude: [...configDefaults.exclude, ...apart] }

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      // The default leaves one core to Vite, which has next to nothing to do once the first files are loaded.
      maxWorkers: '100%',
      restoreMocks: true,
      unstubGlobals: true,
      unstubEnvs: true,
      projects: [
        {
          extends: true,
          test: { ...node, ...together, name: 'node', include: ['{src,scripts}/**/*.test.ts'] },
        },
        {
          extends: true,
          test: { ...node, name: 'node-apart', include: apart.filter((path) => path.endsWith('.ts')) },
        },
        { extends: true, test: { ...dom, ...together, name: 'dom', include: ['src/**/*.test.tsx'] } },
        {
          extends: true,
          test: { ...dom, name: 'dom-apart', include: apart.filter((path) => path.endsWith('.tsx')) },
        },
      ],
    },
  }),
)
