import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '#platform/web/client/query-client.ts';
import { waiting } from '#platform/web/offline/send-or-keep.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { refusal, type Sent, testServer } from '#platform/web/test-server.ts';
import { api } from '../api.ts';
import { loadAhead } from './kept-bays.ts';
import {
  bay,
  bayField,
  button,
  choose,
  dialog,
  enter,
  field,
  first,
  mayPair,
  noNetwork,
  open,
  pair,
  pairings,
  report,
  row,
  second,
  signIn,
  t,
  third,
} from './test-pairing.tsx';

let end: () => Promise<void>;
beforeEach(() => {
  end = signIn(mayPair);
});
afterEach(() => end());

test('without a network pairings are kept, duplicates are refused at once, and each is sent once', async () => {
  let online = false;
  const sent = await open('en', [bay(1, 'A-1'), bay(2, 'A-2'), bay(3, 'A-3')], {
    answer: () => (online ? undefined : noNetwork()),
  });
  await enter(first);
  await pair('A-1');
  await expect.element(report('pair.waits')).toBeVisible();
  await enter(second);
  await pair('A-2');
  await expect.element(page.getByText(t('pair.progress', { count: 3, paired: 2 }))).toBeVisible();
  await enter(first);
  const twice = t('pair.outlook.sensor-waits', { other: 'A-1' });
  await expect.element(page.getByRole('alert').filter({ hasText: twice })).toBeVisible();
  await expect.element(button(t('pair.with', { number: 'A-3' }))).toBeDisabled();
  await enter(third);
  await choose('A-2');
  const waits = t('pair.outlook.bay-waits', { number: 'A-2', sensor: second });
  await expect.element(page.getByRole('alert').filter({ hasText: waits })).toBeVisible();
  const before = pairings(sent).length;
  online = true;
  await waiting.flush();
  expect(
    pairings(sent)
      .slice(before)
      .map(({ path, body }) => [path, body]),
  ).toEqual([
    ['/sparking/api/slot/1/sensor', { serial: first }],
    ['/sparking/api/slot/2/sensor', { serial: second }],
  ]);
  await page.getByText(t('pair.all', { count: 3 })).click();
  await expect.element(row('A-1')).toHaveTextContent(first);
  expect(waiting.calls.get()).toEqual([]);
});

test('what is refused after it was sent is shown at its bay with the reason, and corrected', async () => {
  let online = false;
  const unknown = { word: 'no-such-sensor', detail: { serial: first } };
  const answer = ({ body }: Sent) => {
    if (!online) return noNetwork();
    return (body as { serial: string }).serial === first ? refusal(404, unknown) : undefined;
  };
  const sent = await open('en', [bay(1, 'A-1'), bay(2, 'A-2')], { answer });
  await enter(first);
  await pair('A-1');
  await expect.element(row('A-1')).not.toBeInTheDocument();
  online = true;
  await waiting.flush();
  const reason = t('errors.no-such-sensor', { serial: first });
  await expect.element(row('A-1')).toHaveTextContent(reason);
  await expect.element(page.getByText(t('pair.progress', { count: 2, paired: 0 }))).toBeVisible();
  await row('A-1').getByRole('button').click();
  await expect.element(dialog().getByRole('alert')).toHaveTextContent(reason);
  await expectAccessible();
  await dialog()
    .getByRole('button', { name: t('pair.correct') })
    .click();
  await expect.element(field('pair.serial')).toHaveValue(first);
  await expect.element(bayField()).toHaveValue('A-1');
  await enter(second);
  await pair('A-1');
  await expect.element(page.getByText(t('pair.progress', { count: 2, paired: 1 }))).toBeVisible();
  await expect.poll(() => waiting.calls.get()).toEqual([]);
  expect(pairings(sent).at(-1)?.body).toEqual({ serial: second });
});

test('a pairing that waits is taken back without a network', async () => {
  const sent = await open('en', [bay(1, 'A-1'), bay(2, 'A-2')], { answer: noNetwork });
  await enter(first);
  await pair('A-1');
  await expect.element(report('pair.waits')).toBeVisible();
  await button(t('pair.undo')).click();
  await expect.poll(() => waiting.calls.get()).toEqual([]);
  await expect.element(page.getByText(t('pair.progress', { count: 2, paired: 0 }))).toBeVisible();
  expect(sent.filter(({ method }) => method === 'PATCH')).toEqual([]);
});

test('the bays of the newest car parks are loaded ahead for those who install sensors, and for nobody else', async () => {
  const sent = testServer({
    'GET /sparking/api/location': [{ id: 9 }],
    'GET /sparking/api/location/9/pairing': [bay(1, 'A-1')],
  });
  await end();
  end = signIn();
  await loadAhead();
  expect(sent).toEqual([]);
  await end();
  end = signIn(mayPair);
  await loadAhead();
  expect(queryClient.getQueryData(api.pairing.bays.key({ params: { id: 9 } }))).toMatchObject([{ number: 'A-1' }]);
});
