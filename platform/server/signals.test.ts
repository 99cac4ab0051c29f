import pino from 'pino';
import { expect, test } from 'vitest';
import { openSignals } from './signals.ts';

declare module './signals.ts' {
  interface Signals {
    'test.sent': { n: number };
  }
}

const silent = pino({ level: 'silent' });

test('a signal reaches every listener of its process until the listener is stopped', async () => {
  const signals = openSignals(null, silent);
  const heard: number[] = [];
  const stop = signals.on('test.sent', ({ n }) => heard.push(n));
  signals.on('test.sent', ({ n }) => heard.push(n * 10));
  signals.send('test.sent', { n: 1 });
  stop();
  signals.send('test.sent', { n: 2 });
  expect(heard).toEqual([1, 10, 20]);
  await signals.close();
});

test('a reconciliation that fails is logged by its name and does not stop the others', async () => {
  const said: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void said.push(JSON.parse(line).msg) });
  const signals = openSignals(null, log);
  const done: string[] = [];
  signals.reconcileBy('comparing the doors', async () => {
    throw new Error('no answer');
  });
  const stop = signals.reconcileBy('comparing the windows', async () => void done.push('windows'));
  await signals.reconcile();
  stop();
  await signals.reconcile();
  expect(done).toEqual(['windows']);
  expect(said).toEqual(['comparing the doors failed']);
  await signals.close();
});
