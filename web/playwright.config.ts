import { defineConfig, devices } from '@playwright/test'

const wantsPictures = process.env.E2E_PICTURES !== undefined
// Figures count on a machine that does nothing else: `make bench` asks for them.
const wantsFigures = process.env.E2E_BENCH !== undefined
const specs = wantsFigures ? ['**/*.spec.ts', '**/*.bench.ts'] : '**/*.spec.ts'

export default defineConfig({
  testDir: 'e2e',
  // The pictures are for people to look at: they are taken when asked for and prove nothing.
  testMatch: wantsPictures ? '**/*.pictures.ts' : specs,
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // Generous, since the machine may be busy with other things: a test that is right never waits so long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A test that needs a second try is mended or removed. Until then it must not stop others: CI tries it once more, and
  // names it with its reason at the end.
  retries: process.env.CI ? 1 : 0,
  reporter: [['./e2e/support/slowest.ts'], ['list'], ['./e2e/support/failures.ts']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // Recording every step costs a fifth of the time: add `--trace retain-on-failure` to look into a failure.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Every test loads the application afresh: what it never calls is not compiled, and there is one process less.
        '--in-process-gpu',
        '--js-flags=--max-lazy',
      ],
    },
  },
})
