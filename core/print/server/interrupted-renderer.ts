import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { Renderer } from './renderer.ts';

// A process for `renderer.test.ts`: it lays out a page that never loads, and takes a moment to shut down cleanly.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, async () => {
    await sleep(1000);
    console.log('stopped in order');
    process.exit(0);
  });
const web = createServer(() => console.log('laying out')).listen(0, '127.0.0.1', () => {
  const baseUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  const renderer = new Renderer({ baseUrl, log: pino({ level: 'silent' }) });
  renderer.render(1, 'meter-invoice', { cacheKey: 'none', nonce: 'none' }).catch(() => undefined);
});
