import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defineApp } from '#platform/common/define-app.ts';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { registerApps } from '#platform/web/session/session.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { showPages } from '#platform/web/test-render.tsx';
import { bodiesOf, testServer } from '#platform/web/test-server.ts';
import { accounts } from '../../app.ts';
import { type ShownLink, signedLinkRoutes } from '../../common/signed-link.ts';
import { LinkList } from './LinkList.tsx';
import { LinksPage } from './LinksPage.tsx';

const link: ShownLink = {
  id: 3,
  companyId: 7,
  app: 'tried',
  kind: 'pass',
  subject: { type: 'room', id: 12, name: 'Room 12' },
  holder: 'Noor Saif',
  hasPin: false,
  state: 'active',
  person: { id: 4, name: 'Lina Saif' },
  fromAt: '2026-01-05T08:00:00.000Z',
  untilAt: '2026-12-05T08:00:00.000Z',
  revokedAt: null,
  openings: 17,
  lastUsedAt: null,
  createdAt: '2026-01-05T08:00:00.000Z',
};
const tried = defineApp({
  ...{ id: 'tried', brand: 'Rooms', web: '/tried', api: '/tried', icon: 'door', needs: [], routes: {}, pages: [] },
  linkKinds: { pass: { page: 'pass', days: 7 } },
});
const t = (key: string) => text('accounts', key);

beforeEach(() => {
  registerApps([accounts, tried]);
  sessionStore.set(permitted(...Object.values(signedLinkRoutes).map(({ access }) => access)));
});

describe.each(languages)('the signed links in %s', (language) => {
  const open = async (rows: ShownLink[], node = <LinksPage />) => {
    const sent = testServer({
      'GET /user/parameter': {},
      'GET /signed-link': rows,
      'POST /signed-link/3/revoke': { ...link, state: 'revoked', revokedAt: '2026-02-05T08:00:00.000Z' },
    });
    const at = '/core/links/list';
    await showPages(language, accounts, { 'links/list': node }, { at, texts: ['accounts', 'tried'] });
    return sent;
  };

  test('are listed with their record and openings, and are revoked with the keyboard after a confirmation', async () => {
    const sent = await open([link, { ...link, id: 4, state: 'expired', holder: '' }]);
    await expect.element(page.getByText('Noor Saif').first()).toBeVisible();
    await expect.element(page.getByText(text('tried', 'linkKinds.pass')).first()).toBeVisible();
    await expect.element(page.getByText('Room 12').first()).toBeVisible();
    await expect.element(page.getByText(t('links.nobody')).first()).toBeVisible();
    await expectAccessible();
    const revoke = page.getByRole('button', { name: t('actions.revoke') });
    expect(revoke.elements()).toHaveLength(1);
    (revoke.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText(t('links.revokeText'))).toBeVisible();
    expect(bodiesOf(sent, 'POST', '/signed-link/3/revoke')).toEqual([]);
    await dialog.getByRole('button', { name: t('actions.revoke') }).click();
    await expect.poll(() => bodiesOf(sent, 'POST', '/signed-link/3/revoke')).toHaveLength(1);
  });

  test('are explained if there are none', async () => {
    await open([]);
    await expect.element(page.getByText(t('empty.signedLink.title'))).toBeVisible();
    await expectAccessible();
  });

  test('of one record are asked for with it', async () => {
    const sent = await open([link], <LinkList of={{ app: 'tried', type: 'room', id: 12 }} />);
    await expect.element(page.getByText('Noor Saif').first()).toBeVisible();
    const asked = sent.find(({ path }) => path === '/signed-link')?.query;
    expect([asked?.get('appId'), asked?.get('subject')]).toEqual(['tried', 'room.12']);
    await expect.element(page.getByText('Room 12')).not.toBeInTheDocument();
  });
});
