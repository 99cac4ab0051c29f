import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { defineApp } from '#platform/common/define-app.ts';
import { route } from '#platform/common/route.ts';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { registerApps } from '#platform/web/session/session.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted, testMe } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { showPages } from '#platform/web/test-render.tsx';
import { bodiesOf, refusal, testServer } from '#platform/web/test-server.ts';
import { screens } from '../app.ts';
import { type ShownScreen, screenRoutes } from '../common/screen.ts';
import { ScreensPage } from './ScreensPage.tsx';

const gate: ShownScreen = {
  id: 3,
  companyId: 7,
  name: 'Gate 2',
  app: 'tried',
  kind: 'sign',
  subjectId: 9,
  structure: { id: 9, name: 'North' },
  language: 'both',
  pairedAt: '2026-01-05T08:00:00.000Z',
  seenAt: null,
  createdAt: '2026-01-05T08:00:00.000Z',
};
const tried = defineApp({
  id: 'tried',
  brand: 'Tried',
  web: '/tried',
  api: '/tried',
  icon: 'box',
  needs: [],
  routes: {
    place: {
      list: route.list('/place', {
        access: 'signed-in',
        reply: z.object({ id: z.number(), name: z.string() }),
        list: { search: ['name'] },
      }),
    },
  },
  pages: [],
  screenKinds: { sign: { list: 'place.list' } },
});
const t = (key: string) => text('screens', key);
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(() => {
  registerApps([screens, tried]);
  const { me, index } = permitted(...Object.values(screenRoutes).map(({ access }) => access));
  sessionStore.set({ me: testMe({ mask: me.session.mask, apps: ['tried'], user: { isAdmin: true } }), index });
});

describe.each(languages)('the screens in %s', (language) => {
  const open = async (rows: ShownScreen[], answers: Parameters<typeof testServer>[0] = {}) => {
    const sent = testServer({
      'GET /user/parameter': {},
      'GET /screen': rows,
      'GET /tried/place': [{ id: 9, name: 'North' }],
      'POST /screen': gate,
      'POST /screen/3/replace': gate,
      'PATCH /screen/3': gate,
      'GET /screen/3/picture': { address: 'https://rasid.example/api/public/screen/abc/picture.png' },
      'DELETE /screen/3': null,
      ...answers,
    });
    const pages = { 'screens/list': <ScreensPage /> };
    await showPages(language, screens, pages, { at: '/core/screens/list', texts: ['screens'] });
    return sent;
  };
  async function fill() {
    await button(t('new')).first().click();
    await page.getByLabelText(t('fields.code')).fill('123 456');
    await page.getByLabelText(t('fields.name')).fill('Gate 2');
    await page.getByRole('combobox', { name: t('fields.subjectId') }).click();
    await page.getByRole('option', { name: 'North' }).click();
  }

  test('are paired by the code that the device shows, for a record of an app', async () => {
    const sent = await open([]);
    await fill();
    await expectAccessible();
    await button(t('pair')).click();
    await expect
      .poll(() => bodiesOf(sent, 'POST', '/screen'))
      .toEqual([{ code: '123 456', name: 'Gate 2', app: 'tried', kind: 'sign', subjectId: 9, language: 'both' }]);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('keep the form open with the reason if no device shows the code', async () => {
    const wrong = { code: '00000418', errors: [{ param: 'code', msg: 'screenCode' }] };
    await open([], { 'POST /screen': refusal(418, wrong) });
    await fill();
    await button(t('pair')).click();
    await expect.element(page.getByText(t('validation.screenCode'))).toBeVisible();
    await expect.element(page.getByLabelText(t('fields.code'))).toHaveFocus();
  });

  test('are replaced and removed from their row', async () => {
    const sent = await open([gate]);
    await button(t('actions.replace')).first().click();
    await page.getByLabelText(t('fields.code')).fill('654321');
    await button(t('pair')).click();
    await expect.poll(() => bodiesOf(sent, 'POST', '/screen/3/replace')).toEqual([{ code: '654321' }]);
    await expect.element(page.getByLabelText(t('fields.code'))).not.toBeInTheDocument();
    await button(text('kit', 'actions.delete')).first().click();
    await expect.element(page.getByText(t('remove.title'))).toBeVisible();
    expect(bodiesOf(sent, 'DELETE', '/screen/3')).toEqual([]);
    await page.getByRole('dialog').getByRole('button').last().click();
    await expect.poll(() => bodiesOf(sent, 'DELETE', '/screen/3')).toHaveLength(1);
  });

  test('of electronic paper need no code, and have the address of a picture', async () => {
    const sent = await open([gate]);
    await fill();
    await page.getByRole('switch', { name: t('fields.paper') }).click();
    await expect.element(page.getByLabelText(t('fields.code'))).not.toBeInTheDocument();
    await button(t('add')).click();
    await expect.poll(() => bodiesOf(sent, 'POST', '/screen')).toMatchObject([{ code: null, name: 'Gate 2' }]);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await button(t('actions.picture')).first().click();
    await page.getByLabelText(t('fields.w')).fill('400');
    await expect.element(page.getByText('/public/screen/abc/picture.png?w=400&h=480')).toBeVisible();
    await expectAccessible();
  });

  test('are given another name and language', async () => {
    const sent = await open([gate]);
    await button(text('kit', 'actions.edit')).first().click();
    await page.getByLabelText(t('fields.name')).fill('Gate 3');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('kit', 'actions.save') })
      .click();
    await expect.poll(() => bodiesOf(sent, 'PATCH', '/screen/3')).toEqual([{ name: 'Gate 3', language: 'both' }]);
  });
});
