import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { maxCount } from '#core/alarms/common/bell.ts';
import { languages } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { testMe } from '#platform/web/session/test-session.ts';
import header from '#platform/web/shell/layout/Header.module.css';
import { PersonButton } from '#platform/web/shell/session/PersonButton.tsx';
import { show } from '#platform/web/test-render.tsx';
import { testServer } from '#platform/web/test-server.ts';
import { HeaderPart } from './Bell.tsx';

test('a guest has no bell of alarms, and nothing is requested for it', async () => {
  const sent = testServer({});
  sessionStore.set({ me: testMe({ user: { kind: 'guest' } }), index: {} });
  await show('en', <HeaderPart />, { texts: ['notifications', 'alarms', 'notices'] });
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  expect(sent).toEqual([]);
});

test.each(languages)('the largest number of alarms does not touch the avatar on a phone in %s', async (language) => {
  testServer({
    'GET /alarm/unacknowledged/count': { count: maxCount, messages: 0 },
    'GET /notice/unread': { count: 0 },
    'GET /user/parameter': {},
    'GET /user/push/key': { key: null },
  });
  sessionStore.set({ me: testMe(), index: {} });
  const bar = (
    <header className={header.header}>
      <HeaderPart />
      <PersonButton />
    </header>
  );
  await show(language, bar, { texts: ['notifications', 'alarms', 'notices'] });
  await page.viewport(390, 844);
  const badge = page.getByText('99+', { exact: true });
  await expect.element(badge).toBeVisible();
  const box = (element: Element) => element.getBoundingClientRect();
  const [number, avatar] = [box(badge.element()), box(page.getByRole('button').nth(1).element())];
  const between = language === 'ar' ? number.left - avatar.right : avatar.left - number.right;
  expect(between).toBeGreaterThanOrEqual(4);
});
