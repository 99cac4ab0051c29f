import { expect, test } from 'vitest';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { demoDevices } from './demo-devices.ts';
import { statesOfDevice } from './past.ts';

const begin = Date.parse('2026-11-20T00:00:00+04:00');
const hours = Array.from({ length: 40 }, (_, n) => n * 4.3);

test.each(hours)(
  'whenever the demo is loaded, the states of each bay follow each other, %d hours after a midnight',
  (after) => {
    const now = begin + Math.round(after * 3_600_000);
    const since = now - 6 * dayMs;
    for (const device of demoDevices)
      for (const { channel, starts } of statesOfDevice(device, since, now)) {
        const where = `${device.name} ${channel}`;
        expect([where, starts[0]?.from]).toEqual([where, since]);
        const wrong = starts.findIndex(({ from }, n) => n > 0 && from <= (starts[n - 1]?.from ?? 0));
        expect([where, wrong]).toEqual([where, -1]);
        expect(starts.at(-1)?.from).toBeLessThan(now);
      }
  },
);
