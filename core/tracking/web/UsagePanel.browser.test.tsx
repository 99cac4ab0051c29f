import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { defineApp } from '#platform/common/define-app.ts';
import { clientOf } from '#platform/web/client/client-of.ts';
import { formatDuration } from '#platform/web/i18n/duration.ts';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { show } from '#platform/web/test-render.tsx';
import { testServer } from '#platform/web/test-server.ts';
import { trackingRoutes } from '../common/tracking.ts';
import { UsagePanel } from './UsagePanel.tsx';

const routes = trackingRoutes('tried');
const app = defineApp({
  id: 'tried',
  brand: 'Tried',
  web: '/tried',
  api: '/tried',
  icon: 'box',
  needs: [],
  pages: [],
  routes: { tracking: routes },
});

beforeEach(() => sessionStore.set(permitted(routes.usage.access)));

test.each(languages)(
  'the use of a device shows the sums of the quarters that the period touches in %s',
  async (language) => {
    const sent = testServer({
      'GET /tried/device/9/usage': {
        hidden: null,
        lastMovedAt: '2026-01-10T08:00:00.000Z',
        utilisation: 0.25,
        movingMs: 0,
        fences: [],
        structures: [],
      },
      'GET /tried/device/9/movement': {
        hidden: null,
        zone: 'Asia/Dubai',
        total: {
          metres: 123_456,
          gapMetres: 0,
          drivingS: 5400,
          idleS: 600,
          stoppedS: 0,
          nodataS: 0,
          starts: 3,
          maxSpeed: 90,
        },
        buckets: [],
      },
    });
    await show(language, <UsagePanel calls={clientOf(app).tracking} deviceId={9} />, { texts: ['tracking'] });
    await expect.element(page.getByText(text('tracking', 'km', { value: '123.5' }))).toBeVisible();
    await expect.element(page.getByText(formatDuration(5_400_000, language))).toBeVisible();
    await expect.element(page.getByText(formatDuration(600_000, language))).toBeVisible();
    const asked = sent.find(({ path }) => path === '/tried/device/9/movement')?.query;
    for (const limit of ['from', 'to']) expect(Date.parse(asked?.get(limit) ?? '') % 900_000).toBe(0);
    expect(asked?.get('bucket')).toBe('total');
    await expectAccessible();
  },
);
