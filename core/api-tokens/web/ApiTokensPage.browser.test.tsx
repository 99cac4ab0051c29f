import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted, testMe } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { showPages } from '#platform/web/test-render.tsx';
import { bodiesOf, testServer } from '#platform/web/test-server.ts';
import { apiTokens } from '../app.ts';
import { apiTokenRoutes, type ShownToken } from '../common/api-token.ts';
import { ApiTokensPage } from './ApiTokensPage.tsx';

const token: ShownToken = {
  id: 3,
  companyId: 7,
  name: 'Lobby',
  hint: 'x4Zq',
  state: 'active',
  person: { id: 4, name: 'Lina Saif' },
  abilities: ['garage.car.read'],
  structures: [{ id: 9, name: 'North' }],
  perMinute: 60,
  expiresAt: '2026-12-05T08:00:00.000Z',
  revokedAt: null,
  revokedBy: null,
  lastUsedAt: null,
  lastAddress: null,
  createdAt: '2026-01-05T08:00:00.000Z',
};
const secret = `rasid_${'a'.repeat(43)}`;
const t = (key: string) => text('api-tokens', key);
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(() => {
  const { me, index } = permitted(...Object.values(apiTokenRoutes).map(({ access }) => access));
  sessionStore.set({ me: testMe({ mask: me.session.mask, user: { isAdmin: true } }), index });
});

describe.each(languages)('the API tokens in %s', (language) => {
  const open = async (rows: ShownToken[]) => {
    const sent = testServer({
      'GET /user/parameter': {},
      'GET /api-token': rows,
      'GET /api-token/ability': ['garage.car.read', 'garage.car.drive'],
      'POST /api-token': { token: secret, created: token },
      'POST /api-token/3/revoke': { ...token, state: 'revoked', revokedAt: '2026-02-05T08:00:00.000Z' },
    });
    const pages = { 'api-tokens/list': <ApiTokensPage /> };
    await showPages(language, apiTokens, pages, { at: '/core/api-tokens/list', texts: ['api-tokens', 'devices'] });
    return sent;
  };

  test('are made with abilities and an end, and are shown once', async () => {
    const sent = await open([]);
    await expect.element(page.getByText(t('empty.apiToken.title'))).toBeVisible();
    await button(t('new')).first().click();
    await page.getByRole('textbox', { name: t('fields.name') }).fill('Lobby');
    await page.getByRole('combobox', { name: t('fields.abilities') }).click();
    await page.getByRole('option').first().click();
    await expectAccessible();
    await button(t('create')).click();
    await expect.element(page.getByLabelText(t('token'), { exact: true }).first()).toHaveTextContent(secret);
    await expect.element(page.getByText(t('once.title'))).toBeVisible();
    await expectAccessible();
    expect(bodiesOf(sent, 'POST', '/api-token')).toEqual([
      {
        name: 'Lobby',
        abilities: ['garage.car.read'],
        structures: null,
        perMinute: 60,
        expiresAt: expect.stringMatching(/^\d{4}-/),
      },
    ]);
    await button(t('done')).click();
    await expect.element(page.getByText(secret)).not.toBeInTheDocument();
  });

  test('are listed with their state and sites, and are revoked after a confirmation', async () => {
    const sent = await open([token]);
    await expect.element(page.getByText(t('values.state.active')).first()).toBeVisible();
    await expect.element(page.getByText('North').first()).toBeVisible();
    await expectAccessible();
    await button(t('actions.revoke')).first().click();
    expect(bodiesOf(sent, 'POST', '/api-token/3/revoke')).toEqual([]);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('actions.revoke') })
      .click();
    await expect.poll(() => bodiesOf(sent, 'POST', '/api-token/3/revoke')).toHaveLength(1);
  });
});
