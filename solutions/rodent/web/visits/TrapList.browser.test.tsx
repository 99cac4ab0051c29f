import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { show } from '#platform/web/test-render.tsx';
import type { VisitSheet } from '../../common/visits/visit.ts';
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
