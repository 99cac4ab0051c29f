import { resolve } from 'node:path';
import pino from 'pino';
import { mqttPortOf } from '#core/telemetry/server/api.ts';
import { openHttp, openKit, startSlices } from '#main/compose.ts';
import { siaPortOf } from '#solutions/defcon/server/dc09/index.ts';
import './busy-clients.ts';

/** Runs the product in one process, as `npm start` does, on a given database. Sends the ports to its parent. */
const [url = ''] = process.argv.slice(2);
/** Documents are laid out from a server whose address is known before it starts. */
const port = Number(process.env.BENCH_HTTP_PORT ?? 0);
const { kit } = await openKit({
  databaseUrl: url,
  roles: ['gateway', 'worker', 'api'],
  secrets: { signing: new Uint8Array(32).fill(1), sealing: new Uint8Array(32).fill(2) },
  publicUrl: 'http://localhost',
  settings: {
    host: '127.0.0.1',
    mqttPort: 0,
    demo: false,
    payments: { sandbox: true },
    // Only the benchmark of alarm panels reports over SIA DC-09.
    ...(process.env.BENCH_SIA ? { siaPort: 0 } : {}),
    ...(port > 0 ? { printUrl: `http://127.0.0.1:${port}` } : {}),
  },
  log: pino({ level: 'warn' }),
});
await startSlices(kit, new Set());
// A benchmark of pages needs the built web app as well.
const http = await openHttp(kit, { webFolder: process.env.BENCH_WEB ? resolve(process.env.BENCH_WEB) : null });
await http.listen({ port, host: '127.0.0.1' });
const address = http.server.address();
process.send?.({
  mqtt: mqttPortOf(kit),
  sia: siaPortOf(kit) ?? 0,
  http: typeof address === 'object' ? address?.port : 0,
});
process.on('message', (message) => {
  if (message === 'memory') process.send?.({ memoryKb: Math.round(process.memoryUsage.rss() / 1024) });
  else process.exit(0);
});
// The server ends when its benchmark dies.
process.on('disconnect', () => process.exit(1));
