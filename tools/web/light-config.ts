import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { lightManifest } from '#platform/server/http/light-documents.ts';

/** The build of the light pages that this document loads, next to the other files of the web app. */
export const lightConfig = (document: string, outDir: string): InlineConfig => ({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [react()],
  build: {
    outDir,
    emptyOutDir: false,
    target: 'es2022',
    manifest: lightManifest,
    rolldownOptions: {
      input: [document],
      // The texts of the frame are part of these pages; the shell loads them with a page.
      onLog: (level, log, report) => {
        if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') report(level, log);
      },
    },
  },
});
