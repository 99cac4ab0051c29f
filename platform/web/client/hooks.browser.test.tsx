import { Button } from '@mantine/core';
import { describe, expect, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { z } from 'zod';
import { defineApp } from '#platform/common/define-app.ts';
import { route } from '#platform/common/route.ts';
import { languages } from '../i18n/i18n.ts';
import { kit, show } from '../test-render.tsx';
import { clientOf } from './client-of.ts';
import { useAction } from './hooks.ts';

const { place } = clientOf(
  defineApp({
    id: 'tried',
    brand: 'Tried',
    web: '/tried',
    api: '/tried',
    icon: 'box',
    needs: [],
    pages: [],
    routes: {
      place: {
        close: route.post('/place/close', { access: { public: 'a test' }, reply: z.null() }),
        open: route.put('/place/open', { access: { public: 'a test' }, reply: z.object({ name: z.string() }) }),
      },
    },
  }),
);

function Close() {
  const close = useAction(place.close);
  return <Button onClick={() => close.run()}>Shut the place</Button>;
}

function OpenPlace() {
  const open = useAction(place.open, { notice: ({ name }) => name });
  return <Button onClick={() => open.run()}>Open the place</Button>;
}

/**
 * A notice closes after 2.5 s: the test waits for it from before the press, because a busy machine may report the end
 * of the press late.
 */
const pressAndSee = (button: string, notice: Locator) =>
  Promise.all([expect.element(notice).toBeVisible(), page.getByRole('button', { name: button }).click()]);

describe.each(languages)('an action in %s', (language) => {
  test('that the server refuses causes one notice', async () => {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ word: 'wrong-password' }), { status: 409 }));
    await show(language, <Close />);
    const notice = page.getByText(kit('errors.wrong-password'));
    await pressAndSee('Shut the place', notice);
    expect(notice.elements()).toHaveLength(1);
  });

  test('states in its notice what happened, instead of only that something was updated', async () => {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data: { name: 'Basement' } })));
    await show(language, <OpenPlace />);
    await pressAndSee('Open the place', page.getByText('Basement'));
    expect(page.getByText(kit('notifications.updated')).elements()).toHaveLength(0);
  });
});
