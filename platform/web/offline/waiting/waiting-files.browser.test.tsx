import { Button } from '@mantine/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { defineApp } from '#platform/common/define-app.ts';
import { doneAtHeader } from '#platform/common/offline/done-at.ts';
import { route } from '#platform/common/route.ts';
import { anyFile } from '#platform/common/upload.ts';
import { clientOf } from '../../client/client-of.ts';
import { tokens } from '../../client/connection.ts';
import { useAction } from '../../client/hooks.ts';
import { languages } from '../../i18n/i18n.ts';
import { sessionStore } from '../../session/session-store.ts';
import { testMe } from '../../session/test-session.ts';
import { kit, show } from '../../test-render.tsx';
import { ConnectionBar } from '../ConnectionBar.tsx';
import { asPromise, openRecords } from '../record-store.ts';
import { waiting } from '../send-or-keep.ts';
import { WaitingChip } from '../WaitingChip.tsx';
import { waitingCall } from './test-browser.ts';
import { bytesOf, type WaitingCall, withForm } from './waiting-call.ts';
import { createWaitingCalls } from './waiting-calls.ts';
import { waitingStore } from './waiting-store.ts';

const megabyte = 1024 * 1024;
const upload = { maxBytes: 5 * megabyte, kinds: ['image'], many: { files: 30, bytes: 90 * megabyte } } as const;
const options = {
  access: 'signed-in',
  reply: z.null(),
  upload,
  body: z.object({ note: z.string(), files: z.array(anyFile()) }),
} as const;
const { visit } = clientOf(
  defineApp({
    id: 'tried',
    brand: 'Tried',
    web: '/tried',
    api: '/tried',
    icon: 'box',
    needs: [],
    pages: [],
    routes: {
      visit: {
        prove: route.post('/visit/proof', { ...options, idempotent: true, keepsFiles: true }),
        attach: route.post('/visit/attachment', { ...options, idempotent: true }),
      },
    },
  }),
);

const pair = {
  accessToken: `h.${btoa(JSON.stringify({ sub: String(testMe().user.id), exp: 9_999_999_999 }))}.s`,
  refreshToken: 'r',
};
const about = { title: 'Prove', record: 'Visit 7', of: 'visit/7' };
const photo = (bytes: number, name = 'photo.jpg') => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });

function Actions({ files }: { files: File[] }) {
  const prove = useAction(visit.prove, { keeps: () => about });
  const attach = useAction(visit.attach, { keeps: () => about });
  const args = { body: { note: 'behind the door', files } };
  return (
    <>
      <ConnectionBar />
      <WaitingChip of="visit/7" />
      <Button onClick={() => prove.run(args)}>Prove it</Button>
      <Button onClick={() => attach.run(args)}>Attach it</Button>
    </>
  );
}

type Sent = { headers: Record<string, string>; form: FormData };
let sent: Sent[] = [];
function serverAnswers(answer: () => Response): void {
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    sent.push({ headers: init.headers as Record<string, string>, form: init.body as FormData });
    return answer();
  });
}
const noNetwork = () => {
  throw new TypeError('no network');
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
async function press(name: string): Promise<void> {
  await expect.element(button(name)).toBeVisible();
  (button(name).element() as HTMLElement).click();
}
/** The keys of the files that the browser has stored. */
const storedFiles = async () =>
  (await asPromise((await openRecords('readonly')).getAllKeys()))
    .map(String)
    .filter((key) => key.startsWith('waiting-file/'));

beforeEach(() => {
  sent = [];
  tokens.keep(pair, 'primary');
  sessionStore.set({ me: testMe(), index: {} });
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const { key } of waiting.calls.get()) await waiting.discard(key);
  expect(await storedFiles()).toEqual([]);
});

describe.each(languages)('photos taken without a network, in %s', (language) => {
  test('are stored, counted by size, sent once with the time of doing, and then gone', async () => {
    serverAnswers(noNetwork);
    await show(language, <Actions files={[photo(2 * megabyte, 'one.jpg'), photo(megabyte, 'two.jpg')]} />);
    const before = Date.now();
    vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(false);
    const persist = vi.spyOn(navigator.storage, 'persist').mockResolvedValue(true);
    await button('Prove it').click();
    await expect.poll(() => persist.mock.calls.length).toBe(1);
    const size = kit('waiting.size', { size: kit('sizes.megabytes', { size: '3.0' }) });
    await expect.poll(() => page.getByText(size, { exact: true }).elements()).toHaveLength(2);
    const after = Date.now();
    expect(await storedFiles()).toHaveLength(2);
    await press(kit('waiting.show'));
    const row = page.getByRole('dialog').getByRole('listitem');
    await expect
      .element(row)
      .toHaveTextContent(kit('waiting.files', { count: 2, size: kit('sizes.megabytes', { size: '3.0' }) }));
    sent = sent.slice(-1);
    serverAnswers(() => new Response('{"data":null}', { status: 200 }));
    await press(kit('waiting.sendNow'));
    await expect.element(page.getByText(kit('waiting.none'))).toBeVisible();
    const [first, second, ...more] = sent;
    expect(more).toEqual([]);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
    expect(first?.headers[doneAtHeader]).toBeUndefined();
    const doneAt = Date.parse(second?.headers[doneAtHeader] ?? '');
    expect(doneAt).toBeGreaterThanOrEqual(before);
    expect(doneAt).toBeLessThanOrEqual(after);
    expect(
      [...(second?.form ?? [])].map(([name, value]) => [
        name,
        value instanceof File ? [value.name, value.type, value.size] : value,
      ]),
    ).toEqual([
      ['note', 'behind the door'],
      ['files', ['one.jpg', 'image/jpeg', 2 * megabyte]],
      ['files', ['two.jpg', 'image/jpeg', megabyte]],
    ]);
    expect(await storedFiles()).toEqual([]);
  });

  test('that do not fit any more are refused with the space that is left', async () => {
    const full = kept('full', Array(20).fill(photo(2 * megabyte)));
    await waiting.keep({ ...full.call, refusal: 'no' }, full.files);
    serverAnswers(noNetwork);
    await show(language, <Actions files={Array(6).fill(photo(2 * megabyte))} />);
    await button('Prove it').click();
    const size = (n: string) => kit('sizes.megabytes', { size: n });
    await expect
      .element(page.getByText(kit('waiting.cannotKeep.full', { needed: size('12'), left: size('10') })))
      .toBeVisible();
    expect(waiting.calls.get()).toHaveLength(1);
    expect(await storedFiles()).toHaveLength(20);
  });
});

test('the notice says when little space is left', async () => {
  serverAnswers(noNetwork);
  await show('en', <Actions files={Array(20).fill(photo(2 * megabyte))} />);
  await button('Prove it').click();
  await expect.element(page.getByText(kit('waiting.kept'))).toBeVisible();
  await show('en', <Actions files={[photo(megabyte)]} />);
  await button('Prove it').click();
  const left = kit('sizes.megabytes', { size: '9.0' });
  await expect.element(page.getByText(kit('waiting.keptLittleSpace', { left }))).toBeVisible();
});

/** The queue of a page that was opened again; what it knew before is only in the browser. */
const opened = (send: (call: WaitingCall) => Promise<unknown> = async () => undefined) =>
  createWaitingCalls({
    store: waitingStore,
    person: () => testMe().user.id,
    send,
    exclusive: (run) => run(),
    textOf: () => '',
    now: Date.now,
    later: () => () => undefined,
    onChange: () => undefined,
    onSent: () => undefined,
  });
const kept = (key: string, files: File[]) => {
  const form = new FormData();
  for (const file of files) form.append('files', file);
  const at = Date.now();
  return withForm(waitingCall(key, { person: testMe().user.id, at, expiresAt: at + 60_000 }), form);
};

test('a restarted page sends what was kept before, and a lost file does not hold up the others', async () => {
  for (const key of ['lost', 'whole']) {
    const { call, files } = kept(key, [photo(10)]);
    await opened().keep(call, files);
  }
  await asPromise((await openRecords('readwrite')).delete('waiting-file/lost/0'));
  serverAnswers(() => new Response('{"data":null}', { status: 200 }));
  await waiting.flush();
  expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['whole']);
  expect(waiting.calls.get()).toMatchObject([{ key: 'lost', refusal: kit('errors.kept-file-lost') }]);
});

test('a visit of sixty lines, thirty photos and a signature, 31 MB, arrives once and in order although the browser is killed twice', async () => {
  const keys = Array.from({ length: 91 }, (_, at) => `${at}`);
  for (const [at, key] of keys.entries()) {
    const { call, files } = kept(key, at < 60 ? [] : [photo(megabyte)]);
    await opened().keep(call, files);
  }
  const arrived: [key: string, doneAt: number, bytes: number][] = [];
  /** Sends until the browser is killed while the reply to this call is on its way. */
  const sendUntil = async (calls: number) => {
    let left = calls;
    const killed = new Promise<void>((kill) => {
      const queue = opened(async (call) => {
        const bytes = [...(await waitingStore.contentOf(call)).values()].reduce((sum, one) => sum + one.byteLength, 0);
        if (!arrived.some(([key]) => key === call.key)) arrived.push([call.key, call.at, bytes]);
        left -= 1;
        if (left > 0) return;
        kill();
        await new Promise(() => undefined);
      });
      void queue.flush().then(kill);
    });
    await killed;
  };
  const before = (await waitingStore.get()) ?? [];
  expect(bytesOf(before)).toBe(31 * megabyte);
  await sendUntil(20);
  await sendUntil(50);
  expect(await storedFiles()).toHaveLength(23);
  await sendUntil(91);
  expect(arrived).toEqual(before.map(({ key, at }, index) => [key, at, index < 60 ? 0 : megabyte]));
  expect(await waitingStore.get()).toEqual([]);
});

test('a call with files is not kept if its route does not declare it; its failure is shown', async () => {
  serverAnswers(noNetwork);
  await show('en', <Actions files={[photo(10)]} />);
  await button('Attach it').click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(waiting.calls.get()).toEqual([]);
});
