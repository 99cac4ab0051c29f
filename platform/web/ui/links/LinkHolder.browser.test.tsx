import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { defineApp } from '#platform/common/define-app.ts';
import { route } from '#platform/common/route.ts';
import { clientOf } from '../../client/client-of.ts';
import { queryClient } from '../../client/query-client.ts';
import { languages } from '../../i18n/i18n.ts';
import { expectAccessible } from '../../test-axe.ts';
import { kit, show } from '../../test-render.tsx';
import { LinkHolder } from './LinkHolder.tsx';

const { card } = clientOf(
  defineApp({
    id: 'tried',
    brand: 'Tried',
    web: '/tried',
    api: '/tried',
    icon: 'box',
    needs: [],
    pages: [],
    linkKinds: { card: { page: 'card', days: 7 } },
    routes: {
      card: {
        get: route.get('/card', {
          access: { public: 'the link is the credential', link: 'card' },
          reply: z.object({ name: z.string() }),
        }),
      },
    },
  }),
);

/** A server with one link, which may have a PIN. Returns the headers of the calls. */
function serving(secret: string, pin?: string): Headers[] {
  queryClient.clear();
  const calls: Headers[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    calls.push(headers);
    const refuse = (status: number, word: string) => Response.json({ word }, { status });
    if (headers.get('authorization') !== `Link ${secret}`) return refuse(404, 'link-unknown');
    if (pin && !headers.has('link-pin')) return refuse(401, 'link-needs-pin');
    if (pin && headers.get('link-pin') !== pin) return refuse(403, 'link-wrong-pin');
    return Response.json({ data: { name: 'Ladder 7' } });
  });
  return calls;
}
const holder = <LinkHolder of={card.get}>{({ data }) => <p>{data.name}</p>}</LinkHolder>;
const pinInput = () => page.getByLabelText(kit('link.pin'), { exact: true });
const proceed = () => page.getByRole('button', { name: kit('link.continue') });

describe.each(languages)('the page of a signed link in %s', (language) => {
  test('shows what the link is for', async () => {
    const calls = serving('abc');
    await show(language, holder, { at: '/#abc' });
    await expect.element(page.getByText('Ladder 7')).toBeVisible();
    expect(calls.map((headers) => headers.get('link-pin'))).toEqual([null]);
    expect(
      JSON.stringify(
        queryClient
          .getQueryCache()
          .getAll()
          .map(({ queryKey }) => queryKey),
      ),
    ).not.toContain('abc');
  });

  test('asks for the PIN until it is the right one', async () => {
    serving('abc', '4711');
    await show(language, holder, { at: '/#abc' });
    await userEvent.fill(pinInput(), '1111');
    await expectAccessible();
    await proceed().click();
    await expect.element(page.getByText(kit('link.wrongPin'))).toBeVisible();
    await userEvent.fill(pinInput(), '4711');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Ladder 7')).toBeVisible();
  });

  test('says that a link does not work', async () => {
    serving('abc');
    await show(language, holder, { at: '/#xyz' });
    await expect.element(page.getByText(kit('errors.link-unknown'))).toBeVisible();
  });
});
