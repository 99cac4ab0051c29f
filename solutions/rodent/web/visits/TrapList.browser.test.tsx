import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createStore, useStore, type ValueStore } from '#platform/web/client/store.ts';
import { text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { show } from '#platform/web/test-render.tsx';
import { bodiesOf, testServer } from '#platform/web/test-server.ts';
import { type VisitSheet, visitRoutes } from '../../common/visits/visit.ts';
import { TrapList } from './TrapList.tsx';

const at = '2026-11-02T08:00:00.000Z';
const person = { id: 2, name: 'Suresh Pillai' };

/** A visit to one trap, which has been checked. */
const checked = (state: VisitSheet['visit']['state']): VisitSheet => ({
  visit: {
    ...{ id: 5, companyId: 7, number: 'V-5', state, kind: 'planned', plannedAt: at, startedAt: at, endedAt: null },
    ...{ structureId: 1, technicianId: 2, note: null, signedBy: null, createdAt: at },
    ...{ structure: { id: 1, name: 'Food court' }, technician: person, provider: null },
    ...{ traps: 1, checked: 1, licence: null },
  },
  poisonFree: true,
  traps: [
    {
      ...{ id: 3, name: 'Trap by the oven', serial: '70B3D5E60001', number: 4, kind: 'snap', zone: 'interior-food' },
      ...{ lure: null, space: null, floor: null, lastChecked: null },
    },
  ],
  lines: [
    {
      ...{ id: 9, clientId: 'ac9f2f0e-5f5c-4d2c-9c55-0c4a1f6d9b11', deviceId: 3, at, receivedAt: at, finding: 'catch' },
      ...{ count: 1, species: null, actions: [], serial: null, reason: null, photos: [], gone: false, person },
    },
  ],
  ...{ materials: [], recommendations: [], addenda: [] },
});

test('a visit in progress says when nothing is left, and one that is over begins with what was found', async () => {
  sessionStore.set(permitted());
  const found = () => page.getByText('Trap by the oven');
  const nothingLeft = () => page.getByText(text('rodent', 'allChecked'));
  await show('en', <TrapList sheet={checked('in-progress')} mayWork={false} />, { texts: ['rodent'] });
  await expect.element(nothingLeft()).toBeVisible();
  await expect.element(found()).not.toBeInTheDocument();
  await show('en', <TrapList sheet={checked('signed')} mayWork={false} />, { texts: ['rodent'] });
  await expect.element(found()).toBeVisible();
  await expect.element(nothingLeft()).not.toBeInTheDocument();
});

const Followed = ({ sheet }: { sheet: ValueStore<VisitSheet> }) => <TrapList sheet={useStore(sheet)} mayWork />;

test('the keyboard goes on at the next trap once one is well', async () => {
  sessionStore.set(permitted(visitRoutes.line.access));
  const sent = testServer({ 'POST /rodent/visit/5/line': [] });
  const sheet = checked('in-progress');
  const [trap] = sheet.traps;
  const [line] = sheet.lines;
  if (!trap || !line) throw new Error('The visit has no trap');
  const traps = [trap, { ...trap, id: 4, number: 5 }];
  const stored = createStore<VisitSheet>({ ...sheet, traps, lines: [] });
  await show('en', <Followed sheet={stored} />, { texts: ['rodent', 'devices'] });
  const allWell = (number: number) =>
    page.getByRole('button', { name: text('rodent', 'allWellAt', { trap: String(number) }), exact: true });
  await expect.element(allWell(4)).toBeVisible();
  allWell(4).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => bodiesOf(sent, 'POST', '/rodent/visit/5/line')).toHaveLength(1);
  stored.set({ ...sheet, traps, lines: [{ ...line, finding: 'ok' }] });
  await expect.element(allWell(4)).not.toBeInTheDocument();
  await expect.element(allWell(5)).toHaveFocus();
});
