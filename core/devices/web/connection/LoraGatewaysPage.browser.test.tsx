import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AppManifest } from '#platform/common/define-app.ts';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, showPages } from '#platform/web/test-render.tsx';
import { bodiesOf, testServer } from '#platform/web/test-server.ts';
import { devices } from '../../app.ts';
import { loraGatewayRoutes } from '../../common/lora-gateway.ts';
import { LoraGatewaysPage } from './LoraGatewaysPage.tsx';

beforeEach(() => {
  const { me, index } = permitted(loraGatewayRoutes.list.access, loraGatewayRoutes.create.access);
  const company = { id: 7, name: 'Reem', type: 'Customer', timeZone: 'Asia/Dubai', providers: [] } as const;
  sessionStore.set({ me: { ...me, company }, index });
});

test.each(languages)('a gateway is added by the EUI on its case and its location in %s', async (language) => {
  const gateways: object[] = [];
  const sent = testServer({
    'GET /lorawan-gateway': () => gateways,
    'GET /company/7/structure/search': [],
    'POST /lorawan-gateway': ({ body }) => {
      const gateway = {
        ...(body as object),
        id: 1,
        companyId: 7,
        structure: null,
        createdAt: '2026-03-01T08:00:00.000Z',
      };
      gateways.push(gateway);
      return gateway;
    },
  });
  await showPages(
    language,
    devices as unknown as AppManifest,
    { 'users/gateways': <LoraGatewaysPage /> },
    { at: '/core/users/gateways', texts: ['devices', 'places'] },
  );
  await page
    .getByRole('button', { name: text('devices', 'loraGateways.add') })
    .first()
    .click();
  const panel = page.getByRole('dialog');
  await panel.getByLabelText(text('devices', 'fields.name')).fill('Roof');
  await panel.getByLabelText('EUI-64').fill('00-16-c0-01-f1-50-08-01');
  await panel.getByLabelText(text('places', 'map.lat')).fill('25.08');
  await panel.getByLabelText(text('places', 'map.lng')).fill('55.14');
  await expectAccessible();
  await panel.getByRole('button', { name: kit('actions.save'), exact: true }).click();
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(page.getByText('25.08000, 55.14000')).toBeVisible();
  await expect.element(page.getByText('0016C001F1500801')).toBeVisible();
  expect(bodiesOf(sent, 'POST', '/lorawan-gateway')).toEqual([
    expect.objectContaining({ name: 'Roof', eui: '0016C001F1500801', location: { lat: 25.08, lng: 55.14 } }),
  ]);
});
