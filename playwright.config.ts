import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from './platform/server/chromium.mjs';

const port = Number(process.env.E2E_PORT ?? 4100);
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/playwright',
  workers: 2,
  // Limits only against hanging: a loaded machine may take ten times as long as a quiet one.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  // A journey that passes at its second try is counted and named as flaky.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    // A click that is lost ends the journey long before its own limit.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    contextOptions: { reducedMotion: 'reduce' },
    // Journeys see every request; those without a network allow the service worker.
    serviceWorkers: 'block',
    // Recording every step costs a good part of the time; `playwright test --trace on` does it for the one that fails.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: chromiumLaunchOptions(),
  },
  webServer: {
    command: 'node e2e/servers/pool.ts',
    url: `http://localhost:${port}/ready`,
    // It builds the web app first.
    timeout: 600_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
});
