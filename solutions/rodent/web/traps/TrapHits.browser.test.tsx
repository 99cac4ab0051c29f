import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { listenForShortcuts } from '#platform/web/shell/keyboard/shortcuts.ts';
import { show } from '#platform/web/test-render.tsx';
import { testServer } from '#platform/web/test-server.ts';
import type { Hit } from '../../common/hit.ts';
import { api } from '../api.ts';
import { TrapHits } from './TrapHits.tsx';

const hit = (id: number): Hit => ({
  ...{ id, companyId: 7, device: { id: 3, name: 'Trap 3' }, number: 3, structure: null, floor: null, space: null },
  ...{ kind: 'activation', reportedBy: 'trap', at: `2026-11-0${id}T08:00:00.000Z`, fromAt: null, count: 1 },
  ...{ counterFrom: null, counterTo: null, body: false, temperature: null, rearmedAt: null, service: false },
  ...{ selfRearmed: false, mass: false, late: false, receivedAt: `2026-11-0${id}T08:00:00.000Z` },
  ...{ verdict: 'unverified', presumed: true },
});
/** A press on a keyboard with Arabic letters. */
const press = (code: string, key: string) =>
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { code, key, bubbles: true, cancelable: true }));
const focusedHit = () => document.activeElement?.closest('li')?.getAttribute('data-id');

let stop: () => void;
beforeEach(() => {
  stop = listenForShortcuts();
  sessionStore.set(permitted(api.hit.list.route.access, api.hit.giveVerdict.route.access));
});
afterEach(() => stop());

test('N, C and F give one verdict after the other from anywhere on the page, with Arabic keyboards as well', async () => {
  let hits = [hit(3), hit(2), hit(1)];
  const given = (id: number, verdict: 'catch' | 'false') => () => {
    hits = hits.map((one) => (one.id === id ? { ...one, verdict, presumed: false } : one));
    return { ...hits.find((one) => one.id === id) };
  };
  const sent = testServer({
    'GET /rodent/hit': () => Response.json({ data: hits, totalRecords: hits.length }),
    'POST /rodent/hit/3/verdict': given(3, 'catch'),
    'POST /rodent/hit/2/verdict': given(2, 'false'),
  });
  await show('ar', <TrapHits deviceId={3} />, { texts: ['rodent'] });
  const buttons = page.getByRole('button', { name: text('rodent', 'values.verdict.catch') });
  await expect.poll(() => buttons.all().length).toBe(3);
  press('KeyN', 'ى');
  expect(focusedHit()).toBe('3');
  press('KeyC', 'ؤ');
  await expect.poll(() => buttons.all().length).toBe(2);
  expect(focusedHit()).toBe('2');
  press('KeyF', 'ب');
  await expect.poll(() => buttons.all().length).toBe(1);
  expect(focusedHit()).toBe('1');
  const verdicts = sent.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
  expect(verdicts).toEqual([
    ['/rodent/hit/3/verdict', { verdict: 'catch' }],
    ['/rodent/hit/2/verdict', { verdict: 'false' }],
  ]);
});
