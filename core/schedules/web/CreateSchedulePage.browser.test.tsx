import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AppManifest } from '#platform/common/define-app.ts';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, showPages } from '#platform/web/test-render.tsx';
import { bodiesOf, testServer } from '#platform/web/test-server.ts';
import { schedules } from '../app.ts';
import type { PublicHoliday } from '../common/public-holiday.ts';
import { scheduleRoutes } from '../common/schedule.ts';
import { CreateSchedulePage } from './CreateSchedulePage.tsx';

/** Holidays of the past are not offered. */
const year = new Date().getFullYear() + 1;
const feast: PublicHoliday = {
  date: `${year}-06-01`,
  name: { en: 'Feast of the Sacrifice', ar: 'عيد الأضحى' },
  expected: true,
};
const nationalDay: PublicHoliday = {
  date: `${year}-12-02`,
  name: { en: 'National Day', ar: 'اليوم الوطني' },
  expected: false,
};

const t = (key: string, values?: Record<string, unknown>) => text('schedules', key, values);
const ofDay = (key: string, day: string) => {
  const name = text('input', `weekdays.${day}`);
  return text('input', key, { day: name, name });
};
const input = (name: string) => page.getByRole('textbox', { name });
const button = (name: string) => page.getByRole('button', { name });
const save = () => page.getByRole('button', { name: kit('actions.save'), exact: true }).click();

beforeEach(() => sessionStore.set(permitted(scheduleRoutes.create.access, scheduleRoutes.list.access)));

describe.each(languages)('a new schedule in %s', (language) => {
  /** Opens the form; the server has holidays for the next year. */
  async function open() {
    const sent = testServer({
      'GET /public-holiday': ({ query }) => (query.get('year') === String(year) ? [feast, nationalDay] : []),
      'POST /schedule': ({ body }) => ({ ...(body as object), id: 5 }),
    });
    await showPages(
      language,
      schedules as unknown as AppManifest,
      { 'schedule/create': <CreateSchedulePage /> },
      { at: '/core/schedule/create', texts: ['schedules', 'input'] },
    );
    await input(t('fields.name')).fill('Night guard');
    return sent;
  }

  test('has a night shift as one row, which ends on the next day', async () => {
    const sent = await open();
    await button(ofDay('schedule.add', 'Friday')).click();
    await input(ofDay('time.fromOf', 'Friday')).fill('22:00');
    await input(ofDay('time.toOf', 'Friday')).fill('06:00');
    await expect.element(page.getByText(ofDay('schedule.until', 'Saturday'))).toBeVisible();
    await expect.element(input(ofDay('time.fromOf', 'Saturday'))).not.toBeInTheDocument();
    await save();
    await expect.element(page.getByTestId('opened')).toBeInTheDocument();
    const friday = { name: 'Friday', periods: [expect.objectContaining({ start: '22:00' })] };
    expect(bodiesOf(sent, 'POST', '/schedule')).toEqual([
      expect.objectContaining({ name: 'Night guard', week: expect.arrayContaining([friday]) }),
    ]);
  });

  test('has public holidays, some of which can be left out', async () => {
    const sent = await open();
    await button(t('holidays.import')).click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('combobox', { name: t('holidays.year') }).click();
    await page.getByRole('option', { name: String(year) }).click();
    await expect.element(panel.getByText(t('holidays.expected'))).toBeVisible();
    await expectAccessible();
    await panel.getByRole('checkbox', { name: nationalDay.name[language] }).click();
    await panel.getByRole('button', { name: t('holidays.addAll', { count: 1 }) }).click();
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(page.getByText(feast.name[language])).toBeVisible();
    await expect.element(page.getByText(nationalDay.name[language])).not.toBeInTheDocument();
    await expectAccessible();
    await save();
    await expect.element(page.getByTestId('opened')).toBeInTheDocument();
    expect(bodiesOf(sent, 'POST', '/schedule')).toEqual([
      expect.objectContaining({ holidays: [{ ...feast, periods: [] }], seasons: [] }),
    ]);
  });

  test('is not saved with special hours that lack their dates', async () => {
    const sent = await open();
    await button(t('seasons.add')).click();
    await input(t('fields.name')).last().fill('Ramadan');
    await expectAccessible();
    await save();
    await expect.element(page.getByText(t('checkRow'))).toBeVisible();
    expect(bodiesOf(sent, 'POST', '/schedule')).toEqual([]);
    await button(t('removeRow', { name: 'Ramadan' })).click();
    await save();
    await expect.element(page.getByTestId('opened')).toBeInTheDocument();
    expect(bodiesOf(sent, 'POST', '/schedule')).toHaveLength(1);
  });
});
