import { beforeEach, describe, expect, test } from 'vitest';
import { languages } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { testMe } from '#platform/web/session/test-session.ts';
import { show } from '#platform/web/test-render.tsx';
import type { Device } from '../common/device.ts';
import { DeviceCard } from './DeviceCard.tsx';

const device: Device = {
  id: 1,
  companyId: 1,
  company: { id: 1, name: 'Noor Foods' },
  app: 'tried',
  solutionId: 1,
  hardware: { id: 1, name: { en: 'Model', ar: 'طراز' } },
  type: null,
  name: 'Cold room 2',
  serial: 'A1',
  state: 'installed',
  connection: 'online',
  connectivity: 'session',
  nextWakeAt: null,
  suspended: false,
  battery: 76,
  batteryForecast: null,
  lastSeenAt: null,
  structure: { id: 1, name: 'Villa B' },
  floor: null,
  space: null,
  token: 'active',
  templateState: 'none',
  values: [],
  staleAfterSeconds: 900,
  reportEverySeconds: 300,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

beforeEach(() => sessionStore.set({ me: testMe(), index: {} }));

describe.each(languages)('the card of a device in %s', (language) => {
  test('is as high after a message as before', async () => {
    const cards = [null, minutesAgo(0), minutesAgo(55), minutesAgo(50_000)].map((lastSeenAt) => (
      <article key={lastSeenAt} style={{ inlineSize: 326 }}>
        <DeviceCard device={{ ...device, lastSeenAt }} app="tried" />
      </article>
    ));
    await show(language, cards, { texts: ['devices'] });
    const heights = () => [...document.querySelectorAll('article')].map((card) => card.offsetHeight);
    await expect.poll(() => heights().length).toBe(4);
    expect(new Set(heights()).size).toBe(1);
    expect(heights()[0]).toBeGreaterThan(50);
  });
});
