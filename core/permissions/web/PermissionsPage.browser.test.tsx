import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AppManifest } from '#platform/common/define-app.ts';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { registerApps } from '#platform/web/session/session.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { testMe } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { showPages } from '#platform/web/test-render.tsx';
import { testServer } from '#platform/web/test-server.ts';
import { permissions } from '../app.ts';
import { PermissionsPage } from './PermissionsPage.tsx';

const app = permissions as unknown as AppManifest;
const module = (name: string, entity: string, actions: readonly string[], index: number) => ({
  key: `m_${name}`,
  index,
  module: name,
  submodules: [
    {
      key: `s_${name}_${entity}`,
      index: index + 1,
      entity,
      permissions: actions.map((action, at) => ({
        key: `p_${name}_${entity}_${action}`,
        index: index + 2 + at,
        action,
      })),
    },
  ],
});
const role = { id: 1, name: 'Viewer', companyType: 'Customer', adminType: null, role: 'Viewer' };

beforeEach(() => {
  registerApps([app]);
  sessionStore.set({ me: testMe(), index: {} });
  testServer({
    'GET /permissions/hierarchy': [
      module('structure', 'area', ['read'], 0),
      module('tried', 'device', ['read', 'command'], 10),
    ],
    'GET /permissions/system-roles/all': [role],
    'GET /permissions/system-roles/1': { ...role, permissions: ['p_tried_device_read'] },
  });
});

test.each(languages)('permissions are found by their key in %s', async (language) => {
  await showPages(
    language,
    app,
    { 'permissions/list': <PermissionsPage /> },
    { at: '/core/permissions/list', texts: ['permissions'] },
  );
  const row = (key: string) => page.getByRole('rowheader', { name: key });
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent(text('permissions', 'pages.permissions-list'));
  await expect.element(row('p_structure_area_read')).toBeVisible();
  await page.getByRole('searchbox').fill('p_tried_device');
  await userEvent.keyboard('{Enter}');
  await expect.element(row('p_tried_device_command')).toBeVisible();
  await expect.element(row('p_structure_area_read')).not.toBeInTheDocument();
  // A role has some of them.
  const may = (label: string) => page.getByRole('img', { name: text('permissions', `registry.${label}`) });
  await expect.element(may('mayNot')).toBeVisible();
  await expectAccessible();
});
