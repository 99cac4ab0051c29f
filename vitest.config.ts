import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumLaunchOptions } from './platform/server/chromium.mjs';
import { sliceParts } from './tools/web/slice-parts.ts';
import { worldOutlines } from './tools/web/world-tiles.ts';

const serverTests = ['{platform,core,solutions}/**/server/**/*.test.ts', '{main,tools}/**/*.test.ts'];
// Limits against hanging alone: a loaded machine may take ten times as long as a quiet one.
// Like a journey, a test may need a second try; the run names those that did.
const limits = { retry: 1, testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };
const componentTests = ['{platform,core,solutions}/**/*.browser.test.tsx'];

/** `npm test` runs the files in a random order, which this number repeats. */
const { TEST_SEED: seed } = process.env;

export default defineConfig({
  test: {
    maxWorkers: 2,
    ...(seed ? { sequence: { shuffle: { files: true }, seed: Number(seed) } } : {}),
    projects: [
      {
        plugins: [sliceParts()],
        test: {
          ...limits,
          name: 'server',
          include: serverTests,
          globalSetup: 'tools/tests/test-postgres.ts',
          setupFiles: 'tools/tests/busy-clients.ts',
          pool: 'forks',
          // Loading the product takes longer than most of these files: the files of a worker share the modules. Each has
          // a database and a product of its own; nothing may be kept in a module.
          isolate: false,
        },
      },
      {
        plugins: [sliceParts()],
        test: {
          ...limits,
          name: 'unit',
          include: ['{platform,core,solutions}/**/*.test.{ts,tsx}'],
          exclude: [...serverTests, ...componentTests],
          pool: 'threads',
          // After the other projects: a worker of the server that gives way to one of these loads the product again.
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [react(), sliceParts(), worldOutlines()],
        cacheDir: 'node_modules/.cache/components',
        // What parts load later is found beforehand: a package that is found during a test reloads its page.
        optimizeDeps: { entries: ['platform/web/**/*.{ts,tsx}', 'core/*/web/**/*.{ts,tsx}'] },
        test: {
          ...limits,
          testTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          name: 'components',
          include: componentTests,
          setupFiles: 'platform/web/test-page.ts',
          // Loading the modules of the product takes longer than most of these files: they share a page, which test-page.ts
          // puts back after each test.
          isolate: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: chromiumLaunchOptions(),
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
            // The packages are bundled first.
            connectTimeout: 600_000,
            api: { host: '127.0.0.1', port: Number(process.env.E2E_PORT ?? 4100) + 3 },
          },
        },
      },
    ],
  },
});
