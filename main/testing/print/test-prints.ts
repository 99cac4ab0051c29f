import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { vi } from 'vitest';
import { nonceHeader } from '#core/print/server/keys.ts';
import { startPrinting } from '#core/print/server/worker.ts';
import { settingsElement } from '#platform/common/settings/site-settings-element.ts';
import { sliceParts } from '../../../tools/web/slice-parts.ts';
import { readSiteSettings } from '../../brand.ts';
import type { Rasid } from '../../testing.ts';

/** Builds the printed pages alone. */
async function builtPages(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'rasid-print-'));
  vi.stubEnv('NODE_ENV', 'production');
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [react(), sliceParts()],
    build: { outDir: folder, target: 'es2022', rolldownOptions: { input: ['print.html'] } },
  });
  vi.unstubAllEnvs();
  return folder;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

/** Lays out requested documents as the product does, with pages that were built for it. Returns what ends it. */
export async function printing(app: Rasid): Promise<() => Promise<void>> {
  const folder = await builtPages();
  const html = await readFile(join(folder, 'print.html'), 'utf8');
  const element = `id="${settingsElement}">`;
  const page = html.replace(element, () => `${element}${JSON.stringify(readSiteSettings('rasid', []))}`);
  const answer = async ({ url = '/', headers }: IncomingMessage) => {
    if (url.startsWith('/api/')) {
      const nonce = { [nonceHeader]: String(headers[nonceHeader]) };
      const { statusCode: status, rawPayload: body } = await app.http.inject({ url, headers: nonce });
      return { status, type: 'application/json', body };
    }
    const { pathname } = new URL(url, 'http://localhost');
    if (pathname.startsWith('/assets/'))
      return { status: 200, type: types[extname(pathname)] ?? '', body: await readFile(join(folder, pathname)) };
    return { status: 200, type: 'text/html', body: page };
  };
  const server = createServer((request, reply) => {
    answer(request).then(
      ({ status, type, body }) => reply.writeHead(status, { 'content-type': type }).end(body),
      (error: Error) => reply.writeHead(404).end(error.message),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const printUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = await startPrinting({ ...app.kit, settings: { ...app.kit.settings, printUrl } });
  return async () => {
    await stop();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  };
}
