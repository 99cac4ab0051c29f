import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Layout, layout as layoutEntity } from '#core/layouts/common/layout.ts';
import type { LayoutItem, NewItem } from '#core/layouts/common/layout-item.ts';
import { type Language, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted, testMe } from '#platform/web/session/test-session.ts';
import { show } from '#platform/web/test-render.tsx';
import { testServer } from '#platform/web/test-server.ts';
import type { PlanSlot } from '../../common/plan/plan.ts';
import { reservation } from '../../common/reservation.ts';
import { slot as entity } from '../../common/slot.ts';
import { PlanTab } from './PlanTab.tsx';

export const layout: Layout = {
  ...{ id: 3, companyId: 7, createdAt: '2026-03-01T08:00:00.000Z', structureId: 9, floorId: 2, name: 'Level 1' },
  ...{ structure: { id: 9, name: 'Mall' }, floor: { id: 2, name: 'Level 1' }, fileId: 1 },
  ...{ width: 800, height: 500, devices: 0, items: 3 },
};
export const states = ['free', 'occupied', 'unknown', 'out-of-service'] as const;
export const slots: PlanSlot[] = states.map((state, at) => ({
  ...{ id: at + 1, number: `A-0${at + 1}`, floorId: 2, use: 'standard', state, reserved: false },
}));
/** All of them reserved, whatever their state. */
export const reservedSlots = slots.map((slot) => ({ ...slot, reserved: true }));
const item = ({ id, number }: PlanSlot): LayoutItem => ({
  ...{ id, app: 'places', kind: 'space', refId: id, name: number, spaceKind: 'bay', look: null },
  ...{ x: id * 0.2, y: 0.5, turn: 0, outline: null },
});
const detail = ({ reserved, ...slot }: PlanSlot) => ({
  ...slot,
  reservation: reserved ? { until: '2099-11-28T19:00:00.000Z', purpose: 'Wedding' } : null,
  ...{
    companyId: 7,
    createdAt: layout.createdAt,
    locationId: 9,
    code: null,
    groupId: 5,
    maxStayMinutes: null,
    rules: [],
  },
  ...{
    reservedFor: null,
    charger: null,
    widthCm: null,
    outOfService: null,
    group: { id: 5, name: 'North' },
    floor: null,
  },
  ...{
    since: new Date().toISOString(),
    quality: 'measured',
    heardAt: null,
    device: { id: 4, name: 'RADAR-4', solutionId: 23 },
  },
});
export const t = (key: string, values?: Record<string, unknown>) => text('sparking', key, values);

export async function open(
  language: Language,
  { placed = slots, shown = slots }: Partial<Record<'placed' | 'shown', PlanSlot[]>> = {},
) {
  const canvas = new OffscreenCanvas(layout.width, layout.height);
  canvas.getContext('2d')?.fillRect(0, 0, 800, 8);
  const image = await canvas.convertToBlob();
  const sent = testServer({
    'GET /layout': [layout],
    'GET /layout/3/image': () => new Response(image),
    'GET /layout/3/item': () => placed.map(item),
    'PUT /layout/3/item': ({ body }) => (body as { items: NewItem[] }).items.map((one, at) => ({ ...one, id: at })),
    'GET /sparking/api/location/9/slot': () => Response.json({ data: shown }),
    'GET /sparking/api/group': [{ id: 5, name: 'North' }],
    'PATCH /sparking/api/slot/bulk': { changed: 2 },
    'POST /sparking/api/location/9/reservation': {},
    ...Object.fromEntries(shown.map((slot) => [`GET /sparking/api/slot/${slot.id}`, detail(slot)])),
    ...Object.fromEntries(slots.map((slot) => [`POST /sparking/api/slot/${slot.id}/state`, detail(slot)])),
  });
  await show(
    language,
    <main>
      <PlanTab locationId={9} />
    </main>,
    { texts: ['sparking', 'layouts', 'places'] },
  );
  return sent;
}
export const option = (at: number) =>
  page.getByRole('option', { name: `A-0${at + 1}, ${t('values.use.standard')}, ${t(`values.state.${states[at]}`)}` });
export async function focusPlan() {
  await expect.element(option(0)).toBeVisible();
  (page.getByRole('listbox').element() as unknown as SVGSVGElement).focus();
}
export const keys = async (...all: string[]) => {
  for (const key of all) await userEvent.keyboard(key.length === 1 || key.startsWith('{') ? key : `{${key}}`);
};
export const dialog = () => page.getByRole('dialog');

/** Signs in a person who may do this with bays; those who may change them may change plans and reserve bays as well. */
export function signIn(...actions: string[]): void {
  const onPlans = actions.filter((action) => action !== 'set-state').map((action) => layoutEntity.can(action));
  const reserving = actions.includes('update') ? ['create'] : [];
  const { me, index } = permitted(
    ...actions.map((action) => entity.can(action)),
    ...reserving.map((action) => reservation.can(action)),
    ...onPlans,
  );
  const abilities = {
    sparking: { '*': { slot: actions, reservation: reserving } },
    structure: { '*': { layout: actions } },
  };
  sessionStore.set({
    me: testMe({ mask: me.session.mask, abilities, apps: ['sparking'], user: { role: 'Admin' } }),
    index,
  });
}
