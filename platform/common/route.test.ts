import { expect, test } from 'vitest';
import { route } from './route.ts';

test('an idempotent route runs in the transaction that stores its reply', () => {
  // @ts-expect-error a handler that opens its transactions itself has none in which the reply could be kept
  const several = route.post('/pay', { access: 'signed-in', idempotent: true, ownTransactions: true });
  // @ts-expect-error a file or a stream is not a reply that could be stored
  const file = route.get('/file', { access: 'signed-in', idempotent: true, raw: true });
  expect([
    several.idempotent,
    file.idempotent,
    route.post('/pay', { access: 'signed-in', idempotent: true }).idempotent,
  ]).toEqual([true, true, true]);
});
