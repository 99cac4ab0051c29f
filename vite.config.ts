import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type UserConfig } from 'vite';
import { leanWeb } from './tools/web/lean-web.ts';
import { lightConfig } from './tools/web/light-config.ts';
import { serviceWorker } from './tools/web/service-worker.ts';
import { sliceParts } from './tools/web/slice-parts.ts';
import { chunkLayers } from './tools/web/web-chunks.ts';
import { worldOutlines } from './tools/web/world-tiles.ts';

const server = `http://localhost:${process.env.PORT ?? 4000}`;
const proxy = { '/api': server, '/icons': server, '/app.webmanifest': server };
// The menus of the core are loaded at once and always shown; those of an app only if the company has it. The texts of
// the core are smaller as two files than as those that a page needs: those of the market, and those of its first page.
// The sign-in page needs only those of accounts and countries.
const market = 'market|orders|packages';
// Their texts are needed only by their own pages.
const others = `${market}|integrations|access|proofs|states|api-tokens|device-requests|feeds|screens|groups|fittings|reports|schedules|assets|sites`;
const textFile = (name: string, slices: string, language: string) => ({
  name: `${name}-${language}`,
  test: new RegExp(`/core/${slices}/locales/${language}\\.json$`),
});
const texts = ['en', 'ar'].flatMap((language) => [
  { name: `menu-${language}`, test: new RegExp(`menu:.*/core/[^/]+/locales/${language}$`) },
  textFile('market', `(?:${market})`, language),
  textFile('texts', `(?!accounts/|countries/|${others.replaceAll('|', '/|')}/)[^/]+`, language),
]);

/**
 * Builds the light pages by themselves, behind the others: what they share with them would be the layers of the shell, which
 * are many times their size.
 */
const lightBuild = (): Plugin => {
  let outDir = '';
  return {
    name: 'rasid-light-pages',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir;
    },
    closeBundle: async () => {
      await build(lightConfig('open.html', outDir));
    },
  };
};

// What a company loads for each app that it holds is one file.
const held = {
  name: (id: string) => /\/solutions\/([\w-]+)\//.exec(id)?.[1] ?? null,
  test: /(?:menu|manifest-late):.*\/solutions\//,
  includeDependenciesRecursively: false,
};

const configWith = (chunkOf: (id: string) => string | null, withLight = false): UserConfig => ({
  plugins: [react(), sliceParts(), worldOutlines(), leanWeb(), serviceWorker(), ...(withLight ? [lightBuild()] : [])],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: true,
    // A page of charts is loaded by itself, and only when it is opened.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // The pages that are laid out as PDF have an entry without the shell.
      input: ['index.html', 'print.html'],
      // The calendar looks for a CommonJS build of rrule, which it does not need for what repeats never.
      onLog: (level, log, report) => {
        if (log.code !== 'IMPORT_IS_UNDEFINED' || !log.message.includes('@mantine/schedule')) report(level, log);
      },
      // What a slice shows others re-exports: who uses one part does not load what the other parts need. Packages
      // declare it themselves.
      treeshake: { moduleSideEffects: (id) => (id.endsWith('/web/parts.tsx') ? false : undefined) },
      // Files name each other dozens of times: short names are a fiftieth of the first page. The manifest tells which is which.
      output: {
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: {
          groups: [...texts, held, { name: chunkOf, debugName: 'layers', includeDependenciesRecursively: false }],
        },
      },
    },
    manifest: true,
  },
  server: {
    port: 5173,
    // Servers and tests keep their data there.
    watch: { ignored: ['**/.data/**'] },
    proxy,
  },
  preview: { proxy },
});

export default defineConfig(async ({ command }) => {
  const noLayers = () => null;
  return command === 'build' ? configWith(await chunkLayers(configWith(noLayers)), true) : configWith(noLayers);
});
