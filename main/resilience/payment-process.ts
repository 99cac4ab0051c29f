import { pino } from 'pino';
import { sandboxHandlers } from '#core/orders/server/payments/handlers.ts';
import type { Kit } from '#platform/server/kit.ts';
import { openDatabase } from '#platform/server/postgres/database.ts';

// A process that only takes cards, for tests that end it. It confirms each payment that its parent names.
const { db } = openDatabase(process.env.DATABASE_URL ?? '', { max: 12 });
const kit = {
  db,
  settings: { payments: { sandbox: true } },
  secrets: { signing: Buffer.from(process.env.SIGNING_KEY ?? '', 'hex') },
  log: pino({ level: 'silent' }),
} as unknown as Kit;

process.on('message', (clientSecret: string) => {
  const body = { clientSecret, card: '4242424242424242', delivery: 'at-once' };
  void sandboxHandlers.confirm({ kit, body } as never);
});
process.send?.('ready');
