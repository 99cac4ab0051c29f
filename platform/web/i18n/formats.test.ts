import { afterEach, expect, test } from 'vitest';
import { sessionStore } from '../session/session-store.ts';
import { testMe } from '../session/test-session.ts';
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
