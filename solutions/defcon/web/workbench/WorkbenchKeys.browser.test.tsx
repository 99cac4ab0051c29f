import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { shortcutStore } from '#platform/web/shell/keyboard/shortcuts.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { bodiesOf } from '#platform/web/test-server.ts';
import { alarm, marina, mine } from './incident.fixture.ts';
import { address, callList, comments, open, prepare, t } from './test-workbench.tsx';

let stop = (): void => undefined;
beforeEach(() => {
  stop = prepare();
});
afterEach(() => stop());

describe.each(languages)('the keys of the workbench in %s', (language) => {
  test('has a key for each action, and lists them', async () => {
    const sent = await open(language);
    await expect.element(callList()).toBeVisible();
    const keys = new Set(shortcutStore.get().map(({ key }) => key));
    for (const key of ['j', 'k', 'a', 'c', 'u', 'r', 't', 'p', 'm', '1', '2']) expect(keys, key).toContain(key);
    await userEvent.keyboard('a');
    await expect.poll(() => bodiesOf(sent, 'POST', `${address}/acknowledge`)).toHaveLength(1);
    await userEvent.keyboard('p');
    const form = page.getByRole('form', { name: t('actions.escalate-police') });
    await expect.element(form).toBeVisible();
    await expectAccessible();
  });

  test('calls a contact by a digit, and then asks what came of it', async () => {
    const sent = await open(language);
    await expect.element(callList()).toBeVisible();
    const called: string[] = [];
    document.addEventListener(
      'click',
      (event) => {
        if (event.target instanceof Element) called.push(event.target.closest('a')?.getAttribute('href') ?? '');
        event.preventDefault();
      },
      { once: true },
    );
    await userEvent.keyboard('2');
    await page.getByRole('menuitem', { name: t('marks.code-ok') }).click();
    await comments(sent).toEqual([{ comment: 'Layla', mark: 'code-ok' }]);
    expect(called).toEqual(['tel:+971505550102']);
  });

  test('sends a mark without a text by its name', async () => {
    const sent = await open(language);
    await expect.element(callList()).toBeVisible();
    await userEvent.keyboard('m');
    await expect.element(page.getByRole('combobox', { name: text('alarms', 'mark') })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await page.getByRole('option', { name: t('marks.guard-sent') }).click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await comments(sent).toEqual([{ comment: t('marks.guard-sent'), mark: 'guard-sent' }]);
  });

  test('keeps what was typed when Escape leaves the field, and then takes the keys again', async () => {
    await open(language);
    await expect.element(callList()).toBeVisible();
    await userEvent.keyboard('c');
    const comment = page.getByRole('textbox', { name: text('alarms', 'comment') });
    await comment.fill('Neighbour has the key');
    await userEvent.keyboard('{Escape}');
    await expect.element(comment).not.toHaveFocus();
    await userEvent.keyboard('m');
    await expect.element(page.getByRole('combobox', { name: text('alarms', 'mark') })).toHaveFocus();
    await expect.element(comment).toHaveValue('Neighbour has the key');
    await userEvent.keyboard('{Escape}{Escape}');
    await expect.element(comment).not.toBeInTheDocument();
  });

  test('takes a key that is pressed before the incident has been read', async () => {
    const read = Promise.withResolvers<void>();
    const sent = await open(language, { read: read.promise });
    await expect.element(page.getByRole('complementary').first()).toBeVisible();
    await userEvent.keyboard('a');
    read.resolve();
    await expect.poll(() => bodiesOf(sent, 'POST', `${address}/acknowledge`)).toHaveLength(1);
  });

  test('has one form open at a time, which Escape closes', async () => {
    await open(language);
    await expect.element(callList()).toBeVisible();
    await userEvent.keyboard('u');
    const escalate = page.getByRole('form', { name: text('alarms', 'actions.escalate-user') });
    await expect.element(escalate.getByRole('combobox')).toHaveAttribute('aria-expanded', 'true');
    // The first press closes the list of people.
    await userEvent.keyboard('{Escape}{Escape}');
    await expect.element(escalate).not.toBeInTheDocument();
    await userEvent.keyboard('p');
    const police = page.getByRole('form', { name: t('actions.escalate-police') });
    await expect.element(police).toBeVisible();
    await page.getByRole('button', { name: text('alarms', 'actions.escalate-user'), exact: true }).click();
    await expect.element(escalate).toBeVisible();
    await expect.element(police).not.toBeInTheDocument();
    await expect.element(callList()).toBeVisible();
  });

  test('lets the police forward, send a patrol and arrive by one key each', async () => {
    const desk = { ...mine, role: 'hq' };
    const party = alarm.party && { ...alarm.party, role: 'hq' };
    const sent = await open(language, { alarm: { desk, party }, file: { station: marina } });
    const steps = page.getByRole('heading', { name: t('workbench.patrol') });
    await expect.element(steps).toBeVisible();
    await userEvent.keyboard('d');
    await comments(sent).toEqual([{ comment: t('marks.dispatched'), mark: 'dispatched' }]);
    // The next step is taken once this one has been answered.
    const onScene = page.getByRole('button', { name: t('marks.on-scene') });
    await expect.element(onScene).toBeEnabled();
    await userEvent.keyboard('s');
    await comments(sent).toHaveLength(2);
    await expect.element(onScene).toBeEnabled();
    await userEvent.keyboard('p');
    await expect
      .poll(() => bodiesOf(sent, 'POST', `${address}/escalate-police`))
      .toEqual([expect.objectContaining({ stationId: 8 })]);
  });
});
