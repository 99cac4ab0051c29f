import { expect, test } from 'vitest';
import { slices } from '../slices.ts';
import { rasid } from '../testing.ts';

test('the server does not start with two slices that declare one kind of notices', async () => {
  const sample = slices.find(({ app }) => app.id === 'sample');
  if (!sample) throw new Error('there is no sample app');
  slices.push({ ...sample, app: { ...sample.app, id: 'second' } });
  try {
    await expect(rasid()).rejects.toThrow('the kind of notices "refill" is declared twice, by sample and second');
  } finally {
    slices.pop();
  }
});
