import { describe, expect, test } from 'vitest';
import { callViolation, targetOf, violationOf } from './boundary-rules.mjs';

const needsOf = (folder: string) => (folder === 'solutions/fleet' ? ['core/devices'] : []);

describe('the import rules', () => {
  test.each([
    ['platform/server/http/http.ts', 'platform/common/route.ts'],
    ['core/devices/server/index.ts', 'platform/server/serve.ts'],
    ['core/devices/app.ts', 'core/devices/common/device.ts'],
    ['solutions/fleet/server/vehicles.ts', 'core/devices/server/api.ts'],
    ['solutions/fleet/web/VehiclePage.tsx', 'core/devices/web/parts.tsx'],
    ['solutions/fleet/common/vehicle.ts', 'core/devices/common/device.ts'],
    ['solutions/fleet/server/vehicles.test.ts', 'main/testing.ts'],
    ['main/apps.ts', 'solutions/fleet/app.ts'],
  ])('%s may import %s', (from, to) => {
    expect(violationOf(from, to, needsOf)).toBeUndefined();
  });

  test.each([
    [
      'platform/server/http/http.ts',
      'core/devices/common/device.ts',
      'platform imports npm packages and platform only',
    ],
    ['core/devices/common/device.ts', 'core/devices/server/api.ts', 'common imports common only'],
    ['core/devices/app.ts', 'core/devices/web/parts.tsx', 'app.ts imports common only'],
    ['core/devices/server/index.ts', 'core/devices/web/parts.tsx', 'server and web never meet'],
    ['core/devices/web/index.tsx', 'platform/server/serve.ts', 'server and web never meet'],
    ['core/devices/server/index.ts', 'solutions/fleet/common/vehicle.ts', 'the core knows no solution'],
    ['solutions/fleet/web/A.tsx', 'solutions/school/common/b.ts', 'a solution never imports a solution'],
    ['solutions/fleet/server/a.ts', 'core/commands/server/commands.ts', 'of another slice only'],
    ['solutions/fleet/server/a.ts', 'core/alarms/server/api.ts', 'core/alarms is not named in the needs'],
    ['core/devices/server/mails.ts', 'platform/server/mail/mail-outbox.ts', 'mails are queued by mailPeople'],
    ['platform/server/webhooks/deliveries.ts', 'platform/server/mail/mail-outbox.ts', 'mails are queued by mailPeople'],
    [
      'core/accounts/server/people/invite.ts',
      'core/accounts/server/messages/sms-outbox.ts',
      'text messages are queued by',
    ],
    ['solutions/fleet/server/a.ts', 'main/config.ts', 'nobody imports main'],
    ['solutions/fleet/server/a.ts', 'main/testing.ts', 'nobody imports main'],
  ])('%s may not import %s', (from, to, why) => {
    expect(violationOf(from, to, needsOf)).toContain(why);
  });

  test('only the live stream subscribes to live events', () => {
    expect(callViolation('core/devices/server/cache.ts', 'live', 'subscribe')).toContain('kit.signals');
    expect(callViolation('core/devices/server/cache.ts', 'live', 'publish')).toBeUndefined();
    expect(callViolation('core/devices/server/cache.ts', 'signals', 'subscribe')).toBeUndefined();
    expect(callViolation('platform/server/live/live-stream.ts', 'live', 'subscribe')).toBeUndefined();
    expect(callViolation('core/devices/server/cache.test.ts', 'live', 'subscribe')).toBeUndefined();
  });

  test('relative paths and # aliases lead to the same file, packages to none', () => {
    expect(targetOf('core/devices/server/index.ts', '../common/device.ts')).toBe('core/devices/common/device.ts');
    expect(targetOf('solutions/fleet/app.ts', '#core/devices/common/device.ts')).toBe('core/devices/common/device.ts');
    expect(targetOf('core/devices/web/Map.tsx', './worker.ts?url')).toBe('core/devices/web/worker.ts');
    expect(targetOf('core/devices/server/index.ts', 'zod')).toBeUndefined();
    expect(targetOf('core/devices/server/index.ts', 'node:fs')).toBeUndefined();
  });
});
