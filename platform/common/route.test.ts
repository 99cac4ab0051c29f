import { expect, test } from 'vitest';
import { route } from './route.ts';

test('a call whose first reply is kept runs in the one transaction that keeps it', () => {
  // @ts-expect-error a handler that opens its transactions itself has none in which the reply could be kept
  const several = route.post('/pay', { access: 'signed-in', idempotent: true, ownTransactions: true });
  // @ts-expect-error a file or a stream is no reply that could be kept
  const file = route.get('/file', { access: 'signed-in', idempotent: true, raw: true });
  expect([
    several.idempotent,
    file.idempotent,
    route.post('/pay', { access: 'signed-in', idempotent: true }).idempotent,
  ]).toEqual([true, true, true]);
});
