import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectDirection,
  headersOf,
  signInByToken,
  storyLanguage,
  test,
  type textsIn,
} from '../journey.ts';
import { addColleague } from '../journey-database.ts';
import { armedPanel } from './journey-panel.ts';

const tag = ['@core/alarms', '@solutions/defcon'];
const desk = '/ProTect/alarms/intrusion-alarms';
const closed = '/core/alarms/history?app=defcon&class=intrusion';
/** The customer, who is a duress contact of the site, and an administrator of the company who is not. */
const [contact, colleague] = ['other', 'colleague'];
/** Whose slot for duress has the number 7. */
const forced = { slot: 7, name: 'خالد القصر' };

const rowsOf = (page: Page): Locator => page.locator('main tbody tr[data-key], main li[data-key]');

/** What is in the file that a list exports. */
async function exported(page: Page, text: ReturnType<typeof textsIn>): Promise<string> {
  await page.getByRole('button', { name: text('platform', 'list.export') }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /CSV/ }).click(),
  ]);
  return readFile(await file.path(), 'utf8');
}

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a disarming under duress is a normal one to the people of the customer, except the duress contacts, until the desk has closed it', async ({
    page,
    request,
    another,
    signIn,
    text,
  }) => {
    await addColleague(`${contact}@rasid.test`, {
      ...{ email: `${colleague}@rasid.test`, firstName: 'Layla', lastName: 'Qasr' },
    });
    const panel = await armedPanel(request, contact, 'الذهب');
    const details = `/ProTect/panels/details/${panel.id}`;
    const headers = await headersOf(request, contact);
    const read = async (path: string) => (await (await request.get(`/api${path}`, { headers })).json()).data;
    const { structure } = await read(`/defcon/panel/${panel.id}`);
    const added = await request.post(`/api/defcon/premises/${structure.id}/contact`, {
      headers,
      data: {
        ...{ name: forced.name, phone: '+971505550141', language, codeWord: null, duressContact: true },
        ...{ scheduleId: null, userId: (await read('/session')).session.user.id },
      },
    });
    expect(added.ok(), await added.text()).toBe(true);

    const duress = text('defcon', 'alarms.duress');
    const intrusion = text('defcon', 'alarms.intrusion');
    const opening = text('alarm-codes', 'sia.OP');
    const underDuress = text('alarm-codes', 'contactId.121');
    const names = [duress, underDuress, 'duress'];
    const hidden = async (within: Locator) => {
      const shown = await within.textContent();
      for (const name of names) expect(shown).not.toContain(name);
    };

    // The colleague watches the panel, and the desk its queue.
    const other = await another();
    await signInByToken(other, request, colleague);
    await other.goto(details);
    const state = (of: string) => other.getByText(text('defcon', `values.groupState.${of}`), { exact: true });
    await expect(state('armed-away').first()).toBeVisible();
    await signIn('guard');
    await page.goto(desk);
    await expect(page.getByText(text('defcon', 'empty.intrusionAlarm.title')).first()).toBeVisible();

    await panel.report('intrusion', { code: 'BA', zone: 2, group: 1 }, 60);
    await panel.report('intrusion', { code: 'OP', group: 1, user: forced.slot }, 18);

    // The desk has it before the break-in, which nobody has cancelled.
    await expect(rowsOf(page)).toHaveCount(2);
    await expect(rowsOf(page).first()).toContainText(duress);
    const id = Number(await rowsOf(page).first().getAttribute('data-key'));
    await page.goto(`${desk}?alarm=${id}`);
    const incident = page.getByRole('complementary', { name: text('alarms', 'details') });
    await expect(incident.getByText(underDuress).first()).toBeVisible();
    await expect(incident.getByText(forced.name).first()).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);

    // So does the duress contact, who finds it by searching for it.
    const own = await another();
    await signInByToken(own, request, contact);
    await own.goto(`${desk}?alarm=${id}`);
    await expect(rowsOf(own).filter({ hasText: duress })).toBeVisible();
    await expect(own.getByText(underDuress).first()).toBeVisible();
    await expectAccessible(own);
    const searched = '/core/alarms/list?app=defcon&search=duress';
    await own.goto(searched);
    await expect(rowsOf(own).filter({ hasText: duress })).toBeVisible();

    // To the colleague somebody has disarmed the panel, on the page that was open all the time.
    const main = other.locator('main');
    await expect(state('armed-away')).toHaveCount(0);
    await expect(state('disarmed').first()).toBeVisible();
    await hidden(main);
    await expectAccessible(other);
    await other.goto(`${details}?tab=history`);
    const line = rowsOf(other).filter({ hasText: opening });
    await expect(line).toContainText(forced.name);
    await hidden(main);
    const log = await exported(other, text);
    expect(log).toContain(opening);
    for (const name of names) expect(log).not.toContain(name);
    await expectAccessible(other);
    await other.goto(`${details}?tab=log`);
    await expect(rowsOf(other).filter({ hasText: intrusion })).toBeVisible();
    await hidden(main);

    // There is no other incident for them: in the list, by its address, in the bell, a search, the history and an export.
    await other.goto(`${desk}?alarm=${id}`);
    await expect(rowsOf(other)).toHaveCount(1);
    await expect(rowsOf(other)).toContainText(intrusion);
    await hidden(main);
    await other.goto(desk);
    await other
      .getByRole('banner')
      .getByRole('button', { name: text('alarms', 'app') })
      .click();
    const bell = other.getByRole('dialog');
    await expect(bell.getByRole('listitem').filter({ hasText: intrusion }).first()).toBeVisible();
    await hidden(bell);
    await other.goto(searched);
    await expect(other.getByText(text('platform', 'list.nothingMatches')).first()).toBeVisible();
    await other.goto('/core/alarms/list?app=defcon');
    await expect(rowsOf(other).filter({ hasText: intrusion })).toBeVisible();
    const list = await exported(other, text);
    expect(list).toContain(intrusion);
    for (const name of names) expect(list).not.toContain(name);
    await other.goto(closed);
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await hidden(main);

    // The desk takes and closes it; now all people of the customer see it.
    const guard = await headersOf(request, 'guard');
    for (const [action, data] of [
      ['acknowledge', {}],
      ['terminate', { outcome: 'genuine', comment: 'They were robbed' }],
    ] as const) {
      const done = await request.post(`/api/defcon/alarm/intrusion/${id}/${action}`, { headers: guard, data });
      expect(done.ok(), await done.text()).toBe(true);
    }
    await expect(rowsOf(other).filter({ hasText: duress })).toBeVisible();
    await expectDirection(other, language);
    await expectAccessible(other);
    await other.goto(`${details}?tab=history`);
    await expect(rowsOf(other).filter({ hasText: underDuress })).toContainText(forced.name);
  });
});
