import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from './platform/server/chromium.mjs';

const port = Number(process.env.E2E_PORT ?? 4100);
// Pages that only developers see come from a build of their own, before the same API.
const developmentPort = port + 2;
const developmentDir = 'dist/development';
const vite = 'node node_modules/vite/bin/vite.js';
const baseURL = `http://localhost:${port}`;

const gallery = {
  command: `sh -c '${vite} build --outDir ${developmentDir} --logLevel warn && exec ${vite} preview --outDir ${developmentDir} --port ${developmentPort} --strictPort'`,
  url: `http://localhost:${developmentPort}`,
  timeout: 120_000,
  gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  env: { PORT: String(port), NODE_ENV: 'development' },
} as const;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/playwright',
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  // A journey that passes at its second try is counted and named as flaky.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    baseURL,
    contextOptions: { reducedMotion: 'reduce' },
    // Journeys see every request; those without a network allow the service worker.
    serviceWorkers: 'block',
    // Recording every step costs a good part of the time; `playwright test --trace on` does it for the one that fails.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: chromiumLaunchOptions(),
  },
  webServer: [
    {
      command: 'node tools/e2e-server.mjs',
      url: `${baseURL}/ready`,
      timeout: 120_000,
      stdout: 'pipe',
      gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
      env: {
        PORT: String(port),
        MQTT_PORT: String(port + 1),
        DATA_DIR: `.data/e2e-${port}`,
        LOG_LEVEL: 'warn',
        // Receivers of webhooks are journeys themselves.
        PRIVATE_CALLS: '1',
        // No other server is asked.
        MAP_TILES_URL: 'none',
      },
    },
    ...(process.env.E2E_GALLERY === '0' ? [] : [gallery]),
  ],
});
