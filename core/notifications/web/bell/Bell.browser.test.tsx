import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { testMe } from '#platform/web/session/test-session.ts';
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
