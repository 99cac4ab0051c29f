import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const proxy = { '/api': `http://localhost:${process.env.PORT ?? 4000}` };

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: true,
    // A page of charts is loaded by itself, and only when it is opened.
    chunkSizeWarningLimit: 700,
    // What a slice shows others re-exports: who uses one part does not load what the other parts need.
    rolldownOptions: { treeshake: { moduleSideEffects: (id) => !id.endsWith('/web/parts.tsx') } },
  },
  server: {
    port: 5173,
    // Servers and tests keep their data there.
    watch: { ignored: ['**/.data/**'] },
    proxy,
  },
  preview: { proxy },
});
