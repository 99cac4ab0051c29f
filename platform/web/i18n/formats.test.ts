import { afterEach, expect, test } from 'vitest';
import { sessionStore } from '../session/session-store.ts';
import { testMe } from '../session/test-session.ts';
import { formatHours } from './duration.ts';
import { companyZone, formatAgo, formatDate, formatSince } from './formats.ts';

const noon = '2026-03-01T12:00:00Z';
const integrator = {
  ...testMe(),
  user: {
    ...testMe().user,
    company: { id: 3, name: 'Najm', type: 'Integrator' as const, timeZone: 'Asia/Dubai' },
  },
};

afterEach(() => sessionStore.set({ me: null, index: {} }));

test('times are those of the customer for whom a provider acts, else those of the person’s own company', () => {
  const customer = { id: 7, name: 'Nile', type: 'Customer' as const, timeZone: 'Africa/Cairo', providers: [] };
  sessionStore.set({ me: { ...integrator, company: customer }, index: {} });
  expect(companyZone()).toBe('Africa/Cairo');
  expect(formatDate(noon, 'time')).toBe('14:00');
  sessionStore.set({ me: integrator, index: {} });
  expect(companyZone()).toBe('Asia/Dubai');
  expect(formatDate(noon, 'time')).toBe('16:00');
});

test('a past event by a clock that runs ahead reads as now, and an expected one as its time', () => {
  const now = Date.parse(noon);
  const at = (minutes: number) => now + minutes * 60_000;
  expect([formatSince(at(3), now, 'en'), formatSince(at(3), now, 'ar')]).toEqual(['now', 'الآن']);
  expect(formatSince(at(-3), now, 'en')).toBe('3 minutes ago');
  expect(formatAgo(at(3), now, 'en')).toBe('in 3 minutes');
});

test('times of response are read in hours below two days, and from then on in days and hours, where minutes say nothing', () => {
  const shown = (hours: number) => [formatHours(hours, 'en'), formatHours(hours, 'ar')];
  expect(shown(0)).toEqual(['0 min', '0 د']);
  expect(shown(4)).toEqual(['4 hr', '4 س']);
  expect(shown(26.25)).toEqual(['26 hr, 15 min', '26 س و15 د']);
  expect(shown(47.999)).toEqual(['2 days', 'يومان']);
  expect(shown(48)).toEqual(['2 days', 'يومان']);
  expect(shown(439.1)).toEqual(['18 days, 7 hr', '18 يومًا و7 س']);
});
