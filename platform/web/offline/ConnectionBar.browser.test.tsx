import { Button } from '@mantine/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { defineApp } from '#platform/common/define-app.ts';
import { route } from '#platform/common/route.ts';
import { clientOf } from '../client/client-of.ts';
import { tokens } from '../client/connection.ts';
import { useAction } from '../client/hooks.ts';
import { languages } from '../i18n/i18n.ts';
import { sessionStore } from '../session/session-store.ts';
import { testMe } from '../session/test-session.ts';
import { kit, show } from '../test-render.tsx';
import { ConnectionBar } from './ConnectionBar.tsx';
import { waiting } from './send-or-keep.ts';

const options = { access: 'signed-in', reply: z.null() } as const;
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
        close: route.post('/place/close', { ...options, body: z.record(z.string(), z.string()), idempotent: true }),
        open: route.post('/place/open', options),
      },
    },
  }),
);

const pairOf = (id: number) => ({
  accessToken: `h.${btoa(JSON.stringify({ sub: String(id), exp: 9_999_999_999 }))}.s`,
  refreshToken: 'r',
});
const pair = pairOf(testMe().user.id);

const about = { title: 'Close', record: 'Shop 7', of: 'place/7' };
function Actions() {
  const close = useAction(place.close, { keeps: () => about });
  const open = useAction(place.open, { keeps: () => about });
  return (
    <>
      <ConnectionBar />
      <Button onClick={() => close.run({ body: {} })}>Shut the place</Button>
      <Button onClick={() => close.run({ body: { secret: 'abc' } })}>Set a secret</Button>
      <Button onClick={() => open.run()}>Open the place</Button>
    </>
  );
}

/** The idempotency keys of the attempts. */
let keys: (string | undefined)[] = [];
function serverAnswers(answer: () => Response): void {
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    keys.push((init.headers as Record<string, string>)['idempotency-key']);
    return answer();
  });
}
const noNetwork = () => {
  throw new TypeError('no network');
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
/** Presses a button that a notice may cover. */
async function press(name: string): Promise<void> {
  await expect.element(button(name)).toBeVisible();
  (button(name).element() as HTMLElement).click();
}

beforeEach(() => {
  keys = [];
  tokens.keep(pair, 'primary');
  sessionStore.set({ me: testMe(), index: {} });
});
afterEach(async () => {
  for (const { key } of waiting.calls.get()) await waiting.discard(key);
  tokens.reset();
  tokens.reset();
  vi.unstubAllGlobals();
});

describe.each(languages)('a change without a network in %s', (language) => {
  test('is kept, counted in the bar, listed, and sent later with the same key', async () => {
    serverAnswers(noNetwork);
    await show(language, <Actions />);
    await button('Shut the place').click();
    await expect.element(page.getByText(kit('waiting.kept'))).toBeVisible();
    await expect.element(page.getByText(kit('waiting.count', { count: 1 }))).toBeVisible();
    await press(kit('waiting.show'));
    const row = page.getByRole('dialog').getByRole('listitem');
    await expect.element(row).toHaveTextContent('Close');
    await expect.element(row).toHaveTextContent('Shop 7');
    await expect.element(row).toHaveTextContent(kit('waiting.state.waiting'));
    serverAnswers(() => new Response('{"data":null}', { status: 200 }));
    await press(kit('waiting.sendNow'));
    await expect.element(page.getByText(kit('waiting.sent', { count: 1 }))).toBeVisible();
    await expect.element(page.getByText(kit('waiting.none'))).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test('that the server refuses stays with the reason, until the person discards it', async () => {
    serverAnswers(noNetwork);
    await show(language, <Actions />);
    await button('Shut the place').click();
    await press(kit('waiting.show'));
    serverAnswers(() => new Response('{"word":"wrong-password"}', { status: 409 }));
    await press(kit('waiting.sendNow'));
    const row = page.getByRole('dialog').getByRole('listitem');
    await expect.element(row).toHaveTextContent(kit('errors.wrong-password'));
    await expect.element(row).toHaveTextContent(kit('waiting.state.refused'));
    await press(kit('waiting.discardOf', { action: 'Close', record: 'Shop 7' }));
    const question = page.getByRole('dialog', { name: kit('waiting.discardTitle') });
    await question.getByRole('button', { name: kit('waiting.discard'), exact: true }).click();
    await expect.element(page.getByText(kit('waiting.none'))).toBeVisible();
    expect(waiting.calls.get()).toEqual([]);
  });
});

test.each([
  ['of a route that is not idempotent', 'Open the place', 'primary'],
  ['with a secret', 'Set a secret', 'primary'],
  ['of a person who is impersonated', 'Shut the place', 'secondary'],
] as const)('a change %s is not kept; its failure is shown', async (_what, name, slot) => {
  tokens.keep(pair, slot);
  serverAnswers(noNetwork);
  await show('en', <Actions />);
  await button(name).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(waiting.calls.get()).toEqual([]);
});

test('a change that waits is not sent for somebody else who has signed in in another tab', async () => {
  serverAnswers(noNetwork);
  await show('en', <Actions />);
  await button('Shut the place').click();
  await expect.element(page.getByText(kit('waiting.count', { count: 1 }))).toBeVisible();
  serverAnswers(() => new Response('{"data":null}', { status: 200 }));
  keys = [];
  tokens.keep(pairOf(testMe().user.id + 1), 'primary');
  await waiting.flush();
  expect(keys).toEqual([]);
  tokens.keep(pair, 'primary');
  await waiting.flush();
  expect(keys).toHaveLength(1);
});
