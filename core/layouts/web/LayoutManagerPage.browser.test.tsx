import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AppManifest } from '#platform/common/define-app.ts';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, showPages } from '#platform/web/test-render.tsx';
import { bodiesOf, refusal, type Sent, testServer } from '#platform/web/test-server.ts';
import { layouts } from '../app.ts';
import { layout as entity } from '../common/layout.ts';
import { LayoutManagerPage } from './LayoutManagerPage.tsx';

const company = { id: 7, name: 'Reem', type: 'Customer', timeZone: 'Asia/Dubai', providers: [] } as const;
const structure = { id: 9, name: 'Creek Gardens' };
const at = '2026-03-01T08:00:00.000Z';
const device = {
  id: 1,
  companyId: company.id,
  company,
  app: 'tried',
  solutionId: 2,
  name: 'North tank',
  serial: '70B3D5E00011',
  state: 'installed',
  connection: 'online',
  token: 'active',
  battery: null,
  lastSeenAt: at,
  structure,
  floor: null,
  space: null,
  layout: null,
  values: [],
};
type Spot = { x: number; y: number };
const noContent = () => new Response(null, { status: 204 });

/** The picture of a plan, with a wall. */
async function picture(name: string, width = 800, height = 500): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  context?.fillRect(40, 40, width - 80, 8);
  return new File([await canvas.convertToBlob()], name, { type: 'image/png' });
}

/** The server: a structure with a device, and at most one plan. */
function server(): readonly Sent[] {
  let plan: { width: number; height: number; name: unknown; fileId: number } | null = null;
  let image: File | null = null;
  let spot: Spot | null = null;
  const shown = () =>
    plan && {
      ...plan,
      id: 3,
      companyId: company.id,
      structureId: structure.id,
      structure,
      floorId: null,
      floor: null,
      devices: spot ? 1 : 0,
      createdAt: at,
    };
  /** Stores the picture of a form, and refuses other files. */
  const keep = async (form: FormData) => {
    image = form.get('image') as File;
    const { width, height } = await createImageBitmap(image);
    plan = { width, height, name: form.get('name') ?? plan?.name, fileId: (plan?.fileId ?? 0) + 1 };
    if (form.get('devices') === 'clear') spot = null;
    return shown();
  };
  return testServer({
    'GET /company/7/structure/9': { ...structure, companyId: company.id },
    'GET /company/7/structure/9/floor': [],
    'GET /layout': () => [shown()].filter((one) => one !== null),
    'POST /layout': ({ body }) => keep(body as FormData),
    'PATCH /layout/3': ({ body }) => keep(body as FormData),
    'DELETE /layout/3': () => {
      plan = null;
      return noContent();
    },
    'GET /layout/3/image': () => new Response(image),
    'GET /layout/3/placed': () => (spot ? [{ ...device, ...spot, severity: null }] : []),
    'GET /layout/3/device': () => (spot ? [] : [device]),
    'POST /layout/3/add-device': ({ body }) => {
      const { x, y } = body as Spot;
      spot = { x, y };
      const before = { state: 'installed', structureId: structure.id, floorId: null, spaceId: null, spot: null };
      return { ...device, ...spot, severity: null, before };
    },
    'POST /layout/3/delete-device': () => {
      spot = null;
      return noContent();
    },
  });
}

const t = (key: string, values?: Record<string, unknown>) => text('layouts', key, values);
const plan = (name: string) => page.getByRole('region', { name: t('plan', { name }) });
const panel = () => page.getByRole('complementary', { name: t('devices.title') });
const row = () => panel().getByRole('button', { name: device.name });
const marker = () => page.getByRole('link', { name: device.name });
const spotOfMarker = () => {
  const { style } = document.querySelector<HTMLElement>('[data-device]') ?? document.body;
  return [style.getPropertyValue('--x'), style.getPropertyValue('--y')];
};
const standsAt = (x: string, y: string) => expect.poll(spotOfMarker).toEqual([x, y]);
const press = async (...keys: string[]) => {
  for (const key of keys) await userEvent.keyboard(`{${key}}`);
};
const fileInput = (selector = 'input[type=file]') =>
  document.querySelector<HTMLInputElement>(selector) ?? document.body;

beforeEach(() => {
  const { me, index } = permitted(...['read', 'create', 'update', 'delete'].map((action) => entity.can(action)));
  sessionStore.set({ me: { ...me, company }, index });
});

describe.each(languages)('the plans of a structure in %s', (language: Language) => {
  /** Opens the page of a structure without a plan. */
  async function open(): Promise<void> {
    await showPages(
      language,
      layouts as unknown as AppManifest,
      { 'structures/layout-manager/{structureId}': <LayoutManagerPage /> },
      { at: '/core/structures/layout-manager/9', texts: ['layouts', 'places', 'devices'] },
    );
    await expect.element(page.getByText(t('noPlan.title'))).toBeVisible();
  }
  async function upload(name: string): Promise<void> {
    await userEvent.upload(fileInput(), await picture(`${name}.png`));
    await expect.element(plan(name)).toBeVisible();
    await expect.element(row()).toBeVisible();
  }

  test('get a device by keyboard, which is moved, moved back and removed', async () => {
    const sent = server();
    await open();
    await expectAccessible();
    await upload('Plant room');
    row().element().focus();
    await press('Enter');
    await expect.element(marker()).toHaveFocus();
    await press('Shift>}{ArrowRight}{/Shift', 'ArrowUp');
    await expect.element(page.getByText(t('hint.spot', { x: 55, y: 49 }))).toBeVisible();
    await press('Enter');
    await standsAt('0.55', '0.49');
    await expect.element(marker()).toHaveFocus();
    await expectAccessible();
    await press(' ', 'ArrowLeft', 'Enter');
    await standsAt('0.54', '0.49');
    await page.getByRole('button', { name: t('undo') }).click();
    await standsAt('0.55', '0.49');
    // Esc cancels the move, Delete removes the device from the plan.
    marker().element().focus();
    await press(' ', 'ArrowDown');
    await expect.element(page.getByText(t('hint.spot', { x: 55, y: 50 }))).toBeVisible();
    await press('Escape');
    await standsAt('0.55', '0.49');
    marker().element().focus();
    await press('Delete');
    await expect.element(marker()).not.toBeInTheDocument();
    await expect.element(row()).toBeVisible();
    expect(bodiesOf(sent, 'POST', '/layout/3/add-device')).toEqual(
      [0.55, 0.54, 0.55].map((x) => ({ deviceId: device.id, x, y: 0.49 })),
    );
    expect(bodiesOf(sent, 'POST', '/layout/3/delete-device')).toEqual([{ deviceId: device.id }]);
  });

  test('get a device by pointer; another aspect ratio is confirmed, and a plan is deleted', async () => {
    const sent = server();
    await open();
    await upload('Yard');
    await row().click();
    await expect.element(row()).toHaveAttribute('aria-pressed', 'true');
    await plan('Yard').click();
    await expect.element(marker()).toBeVisible();
    await expect.poll(() => bodiesOf(sent, 'POST', '/layout/3/add-device')).toHaveLength(1);
    // Dragging does not open the page of the device.
    await userEvent.dragAndDrop(marker(), plan('Yard'), { targetPosition: { x: 200, y: 150 } });
    await expect.poll(() => bodiesOf(sent, 'POST', '/layout/3/add-device')).toHaveLength(2);
    await expect.element(plan('Yard')).toBeVisible();

    await userEvent.upload(fileInput('input[type=file][hidden]'), await picture('tall.png', 500, 800));
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('button', { name: t('replace.keep') })).toBeVisible();
    await expectAccessible();
    await dialog.getByRole('button', { name: t('replace.clear') }).click();
    await expect.element(marker()).not.toBeInTheDocument();

    await page.getByRole('button', { name: t('planActions', { name: 'Yard' }) }).click();
    await page.getByRole('menuitem', { name: kit('actions.delete') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: kit('actions.delete') })
      .click();
    await expect.element(page.getByText(t('noPlan.title'))).toBeVisible();
    expect(bodiesOf(sent, 'DELETE', '/layout/3')).toHaveLength(1);
  });

  test('are pasted, get a device that is dragged from the list, and are zoomed by the wheel', async () => {
    const sent = server();
    await open();
    const clipboardData = new DataTransfer();
    clipboardData.items.add(await picture('Pasted.png'));
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    await expect.element(plan('Pasted')).toBeVisible();
    await expect.element(row()).toBeVisible();
    await userEvent.dragAndDrop(row(), plan('Pasted'));
    await expect.element(marker()).toBeVisible();
    await expect.poll(() => bodiesOf(sent, 'POST', '/layout/3/add-device')).toHaveLength(1);

    // The wheel zooms at the pointer, 0 shows the whole plan.
    const width = () => plan('Pasted').element().querySelector('img')?.getBoundingClientRect().width ?? 0;
    await expect.poll(width).toBeGreaterThan(0);
    const before = width();
    await userEvent.wheel(plan('Pasted'), { delta: { y: -600 } });
    await expect.poll(width).toBeGreaterThan(before * 1.5);
    plan('Pasted').element().focus();
    await press('0');
    await expect.poll(width).toBeCloseTo(before, 0);
  });

  test('are refused with the reason if the file is not a picture', async () => {
    testServer({
      'GET /company/7/structure/9': { ...structure, companyId: company.id },
      'GET /company/7/structure/9/floor': [],
      'GET /layout': [],
      'POST /layout': refusal(418, { errors: [{ param: 'image', msg: 'notAnImage' }] }),
    });
    await open();
    await userEvent.upload(fileInput(), new File(['<!doctype html>'], 'plan.png', { type: 'image/png' }));
    await expect.element(page.getByRole('alert')).toHaveTextContent(kit('validation.notAnImage'));
  });
});
