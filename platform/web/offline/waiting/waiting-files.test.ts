import { expect, test } from 'vitest';
import { keptFiles } from '#platform/common/offline/kept-files.ts';
import { browser, tab, waitingCall } from './test-browser.ts';
import { bytesOf, formFrom, spaceLeft, type WaitingCall, withForm } from './waiting-call.ts';

const megabyte = 1024 * 1024;
const photo = (bytes: number, name = 'photo.jpg') => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });

/** A call with files, as `sendOrKeep` makes one. */
function withFiles(key: string, files: File[], changes: Partial<WaitingCall> = {}) {
  const form = new FormData();
  form.append('clientId', key);
  for (const file of files) form.append('file', file);
  return withForm(waitingCall(key, changes), form);
}
const ids = (shared: ReturnType<typeof browser>) => [...shared.files.keys()];

test('a form is kept as fields and files apart, and is the same form when it is sent', async () => {
  const form = new FormData();
  form.append('clientId', 'c1');
  form.append('file', new File(['first'], 'one.jpg', { type: 'image/jpeg' }));
  form.append('note', 'behind the door');
  form.append('file', new File(['second'], 'two.png', { type: 'image/png' }));
  const { call, files } = withForm(waitingCall('a'), form);
  expect(JSON.parse(JSON.stringify(call))).toEqual(call);
  expect(bytesOf([call])).toBe('firstsecond'.length);
  const bytes = new Map<string, ArrayBuffer>();
  for (const [id, file] of files) bytes.set(id, await file.arrayBuffer());
  const again = formFrom(call.form ?? [], bytes);
  const described = (one: FormData) =>
    Promise.all(
      [...one].map(async ([name, value]) => [
        name,
        typeof value === 'string' ? value : [value.name, value.type, await value.text()],
      ]),
    );
  expect(await described(again as FormData)).toEqual(await described(form));
  bytes.delete([...files.keys()][1] as string);
  expect(formFrom(call.form ?? [], bytes)).toBeNull();
});

test('files stay with their call over a restart and lost replies, and go with it once it is sent', async () => {
  const shared = browser();
  const { call, files } = withFiles('a', [photo(10), photo(20)]);
  await tab(shared).queue.keep(call, files);
  await tab(shared).queue.keep(waitingCall('b'));
  const restarted = tab(shared, { a: [0] });
  await restarted.queue.flush();
  expect(ids(shared)).toEqual(['a/1', 'a/2']);
  await restarted.queue.flush();
  expect(restarted.attempts).toEqual(['a', 'a', 'b']);
  expect([shared.stored(), ids(shared)]).toEqual([[], []]);
});

test('files of a refused call stay until the person discards it', async () => {
  const shared = browser();
  const { call, files } = withFiles('a', [photo(10)]);
  const { queue } = tab(shared, { a: [409] });
  await queue.keep(call, files);
  await queue.flush();
  expect(ids(shared)).toEqual(['a/1']);
  await queue.discard('a');
  expect(ids(shared)).toEqual([]);
});

test('a call has at most twenty files of two megabytes', async () => {
  const shared = browser();
  const { queue } = tab(shared);
  const keep = ({ call, files }: ReturnType<typeof withFiles>) => queue.keep(call, files);
  await keep(withFiles('most', Array(20).fill(photo(1))));
  await expect(keep(withFiles('more', Array(21).fill(photo(1))))).rejects.toMatchObject({
    fault: { reason: 'tooManyFiles', count: 20 },
  });
  await keep(withFiles('largest', [photo(2 * megabyte)]));
  await expect(keep(withFiles('larger', [photo(2 * megabyte + 1)]))).rejects.toMatchObject({
    fault: { reason: 'fileTooLarge', bytes: 2 * megabyte },
  });
  expect(shared.stored().map(({ key }) => key)).toEqual(['most', 'largest']);
});

test('a call beyond fifty megabytes is refused with the space that is left, and fits once others are gone', async () => {
  const shared = browser();
  const { queue } = tab(shared);
  const twenty = Array(10).fill(photo(2 * megabyte));
  for (const key of ['a', 'b']) {
    const { call, files } = withFiles(key, twenty);
    await queue.keep(call, files);
  }
  expect(spaceLeft(queue.calls.get())).toBe(10 * megabyte);
  const { call, files } = withFiles('c', twenty);
  await expect(queue.keep(call, files)).rejects.toMatchObject({
    fault: { reason: 'full', left: 10 * megabyte, needed: 20 * megabyte },
  });
  expect(ids(shared).some((id) => id.startsWith('c/'))).toBe(false);
  await queue.keep(waitingCall('without files'));
  await queue.discard('a');
  await queue.keep(call, files);
  expect(bytesOf(queue.calls.get())).toBe(40 * megabyte);
});

test('the space is each person’s own, and the files of another one are neither counted nor touched', async () => {
  const shared = browser();
  const other = tab(shared);
  other.state.person = 6;
  const theirs = withFiles('theirs', Array(20).fill(photo(2 * megabyte)), { person: 6 });
  await other.queue.keep(theirs.call, theirs.files);
  const mine = tab(shared);
  const own = withFiles('own', Array(20).fill(photo(2 * megabyte)));
  await mine.queue.keep(own.call, own.files);
  expect(spaceLeft(mine.queue.calls.get())).toBe(keptFiles.bytes - 40 * megabyte);
  await mine.queue.flush();
  expect(mine.attempts).toEqual(['own']);
  expect(ids(shared).filter((id) => id.startsWith('theirs/'))).toHaveLength(20);
});
