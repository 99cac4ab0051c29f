import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '#platform/web/client/query-client.ts';
import { formatDate } from '#platform/web/i18n/formats.ts';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { bodiesOf } from '#platform/web/test-server.ts';
import { api } from '../api.ts';
import { at, heldByMaha, queueOf, waiting } from './incident.fixture.ts';
import { address, callList, comments, open, prepare, ringsHeard, t } from './test-workbench.tsx';

let stop = (): void => undefined;
beforeEach(() => {
  stop = prepare();
});
afterEach(() => stop());

describe.each(languages)('the workbench in %s', (language) => {
  test('shows hits to the second with their codes, and pictures that a panel names as links', async () => {
    await open(language);
    await expect.element(page.getByText(/:00:07$/)).toBeVisible();
    await expect.element(page.getByText('HA', { exact: true })).toBeVisible();
    const link = page.getByRole('link', { name: t('workbench.pictureLink', { host: 'photos.test' }) });
    await expect.element(link).toHaveAttribute('href', 'https://photos.test/1.jpg');
  });

  test('reads a code word only on demand, and ticks the steps of the action plan', async () => {
    const sent = await open(language);
    await expect.element(page.getByText('Blue falcon')).not.toBeInTheDocument();
    await page.getByRole('button', { name: t('workbench.codeWordOf', { name: 'Khalid' }) }).click();
    await expect.element(page.getByText('Blue falcon')).toBeVisible();
    expect(bodiesOf(sent, 'POST', `${address}/code-word`)).toEqual([{ contactId: 1 }]);
    await page.getByRole('checkbox', { name: 'Send a guard' }).click();
    await comments(sent).toEqual([{ comment: 'Send a guard', mark: 'step-done' }]);
    // The next step by its key.
    await userEvent.keyboard('n');
    await comments(sent).toContainEqual({ comment: 'Call the shop', mark: 'step-done' });
  });

  test('names an incident on a phone, and leads to the panels that are silent', async () => {
    await open(language, { at: '' });
    await page.viewport(390, 844);
    const card = page.getByRole('listitem').filter({ hasText: 'Gold shop' });
    const link = card.getByRole('link', { name: t('alarms.hold-up') });
    await expect.element(link).toHaveAttribute('href', expect.stringContaining('alarm=3'));
    const silent = page.getByRole('link', { name: t('workbench.supervised', { supervised: 2, panels: 3 }) });
    await expect.element(silent).toHaveAttribute('href', '/ProTect/panels/list?troubled=true');
  });

  test('asks what happened if an incident was genuine', async () => {
    const sent = await open(language);
    await expect.element(callList()).toBeVisible();
    await userEvent.keyboard('t');
    const form = page.getByRole('form', { name: text('alarms', 'actions.terminate') });
    await form.getByRole('combobox').click();
    await page.getByRole('option', { name: t('values.outcome.genuine') }).click();
    await form.getByRole('button').first().click();
    await expect.element(page.getByText(text('alarms', 'commentNeeded'))).toBeVisible();
    expect(bodiesOf(sent, 'POST', `${address}/terminate`)).toEqual([]);
  });

  test('calls an incident a false alarm, and asks for its cause', async () => {
    await open(language);
    await expect.element(callList()).toBeVisible();
    await page.getByRole('button', { name: text('alarms', 'resolve.title') }).click();
    await expect.element(page.getByRole('menuitem', { name: t('alarmActions.reject') })).toBeVisible();
    await userEvent.keyboard('{Escape}r');
    await expect.element(page.getByRole('form', { name: t('alarmActions.reject') })).toBeVisible();
    // Assignments are rejected.
    expect(t('actions.reject')).not.toBe(t('alarmActions.reject'));
  });

  test('lets another operator take an incident over only when its holder has left it alone', async () => {
    const shown = { heldUntil: new Date(Date.now() + 120_000).toISOString() };
    const sent = await open(language, { alarm: heldByMaha, file: shown });
    const held = t('workbench.held', { name: 'Maha', at: formatDate(shown.heldUntil, 'time') });
    await expect.element(page.getByText(held)).toBeVisible();
    const takeOver = page.getByRole('button', { name: t('workbench.takeOver') });
    await expect.element(takeOver).not.toBeInTheDocument();
    shown.heldUntil = at;
    await queryClient.invalidateQueries({ queryKey: api.incident.file.keyPrefix });
    await takeOver.click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('workbench.takeOver') })
      .click();
    await expect.poll(() => bodiesOf(sent, 'POST', `${address}/take-over`)).toEqual([{}]);
  });

  test('rings for the most urgent until they are taken, for two minutes not if muted, and announces a new one', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const rings = ringsHeard();
    let queue = queueOf(waiting(1, 3));
    await open(language, { queue: () => queue });
    await expect.poll(rings).toBe(1);
    vi.advanceTimersByTime(66_000);
    expect(rings()).toBe(7);
    await page.getByRole('button', { name: t('workbench.mute') }).click();
    vi.advanceTimersByTime(66_000);
    expect(rings()).toBe(7);
    // A new one ends the silence.
    queue = queueOf(waiting(1, 4, '2026-03-01T08:05:00.000Z'));
    await queryClient.invalidateQueries({ queryKey: api.incident.queue.key() });
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(t('workbench.newUrgent', { kind: t('alarms.hold-up'), name: 'Gold shop' }));
    await expect.poll(rings).toBe(8);
    queue = queueOf({ ...waiting(1, 4), unacknowledged: 0, newest: null });
    await queryClient.invalidateQueries({ queryKey: api.incident.queue.key() });
    await expect.element(page.getByRole('button', { name: t('workbench.mute') })).not.toBeInTheDocument();
    vi.advanceTimersByTime(66_000);
    expect(rings()).toBe(8);
  });

  test('filters the queue by a press on the count of a priority', async () => {
    const sent = await open(language, { at: '' });
    const count = page.getByRole('button', { name: t('workbench.open', { count: 1 }) });
    await count.click();
    await expect.element(count).toHaveAttribute('aria-pressed', 'true');
    await expect
      .poll(() => sent.findLast(({ path }) => path === '/defcon/alarm/intrusion')?.query.get('rank'))
      .toBe('1');
  });
});
