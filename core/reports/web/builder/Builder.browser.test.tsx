import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AppManifest } from '#platform/common/define-app.ts';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { registerApps } from '#platform/web/session/session.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { LeaveGuard } from '#platform/web/shell/routing/LeaveGuard.tsx';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { isMirrored, showPages } from '#platform/web/test-render.tsx';
import { bodiesOf, refusal, type Sent, testServer } from '#platform/web/test-server.ts';
import { reports } from '../../app.ts';
import type { DocumentSection } from '../../common/document.ts';
import { definitionRoutes, type Report } from '../../common/report.ts';
import type { OfferedSection } from '../../common/section-catalogue.ts';
import { CreateReportPage } from './CreateReportPage.tsx';
import { EditReportPage } from './EditReportPage.tsx';

const app = reports as unknown as AppManifest;
const offered = (kind: string, changes: Partial<OfferedSection> = {}): OfferedSection => ({
  ...{ app: 'tanks', appName: { en: 'Tanks', ar: 'الخزانات' }, kind, name: { en: `The ${kind}`, ar: `قسم ${kind}` } },
  ...{ draw: 'table', columns: [], params: {}, width: { least: 3, usual: 6 }, maxDays: null, refused: null },
  ...changes,
});
const catalogue = [
  offered('levels', {
    params: { most: { kind: 'number', label: { en: 'Rows', ar: 'الصفوف' }, min: 1, max: 10, initial: 5 } },
  }),
  offered('leaks', { width: { least: 8, usual: 12 } }),
  offered('planned', { refused: 'unsupported' }),
  offered('secret', { refused: 'no-permission' }),
];
const section = (kind: string, width: number, startsRow: boolean): Report['sections'][number] => ({
  ...{ type: 'data', app: 'tanks', kind, params: {}, titleEn: '', titleAr: '', columns: [], width, startsRow },
});
const stored: Report = {
  ...{ id: 5, companyId: 7, name: 'Monthly water', description: '', app: null, language: 'both' },
  layout: { paper: 'A4', landscape: false, footerEn: '', footerAr: '' },
  ...{ period: { preset: 'last-month' }, structureIds: [], formats: ['pdf'], schedule: null, waitMinutes: 0 },
  sections: [section('levels', 6, true), section('levels', 6, false), section('leaks', 12, true)],
  ...{ skipIfEmpty: false, onError: 'hold', keepDays: 90, state: 'active', pausedBecause: null, recipients: 0 },
  ...{ owner: { id: 1, name: 'Olivia' }, mayChange: true, nextDueAt: null, version: 3, createdAt: '2026-01-05T08:00Z' },
};
const part = (changes: Partial<DocumentSection> = {}): DocumentSection => ({
  ...{ type: 'data', app: null, title: { en: '', ar: '' }, draw: 'table' },
  columns: [{ key: 'tank', title: { en: 'Tank', ar: 'الخزان' }, type: 'text' }],
  ...{ rows: [['North tank']], totals: null, rowCount: 1, fault: null },
  ...changes,
});
const documentOf = (one: DocumentSection) => ({ rows: [[{ width: 12, part: one }]] });

const path = '/company/7/report';
const t = (key: string, values?: Record<string, unknown>) => text('reports', `builder.${key}`, values);
const kit = (key: string) => text('kit', key);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const cards = () => [...document.querySelectorAll<HTMLElement>('[data-card]')];
/** The rows of the list: kinds by their names, with their widths. */
const rows = () =>
  cards()
    .map((card) => `${card.dataset.row}:${/\d+\/12/.exec(card.textContent ?? '')?.[0] ?? ''}`)
    .join(' ');
const press = async (...keys: string[]) => {
  for (const key of keys) await userEvent.keyboard(key);
};
const focusCard = async (at: number) => {
  await expect.poll(() => cards().length).toBeGreaterThan(at);
  cards()[at]?.focus();
};
const said = () => page.getByRole('status').filter({ hasText: /./ });

beforeEach(() => {
  registerApps([]);
  const { me, index } = permitted(...Object.values(definitionRoutes).map(({ access }) => access));
  const company = { id: 7, name: 'Reem', type: 'Customer' as const, timeZone: 'Asia/Dubai', providers: [] };
  sessionStore.set({ me: { ...me, company }, index });
});

describe.each(languages)('the report builder in %s', (language) => {
  const [wider, narrower] = isMirrored(language) ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  const alt = (key: string) => `{Alt>}{${key}}{/Alt}`;

  const open = async (answers: Parameters<typeof testServer>[0] = {}, at = '/reports/edit/5') => {
    const sent = testServer({
      'GET /user/parameter': {},
      [`GET ${path}/widget`]: catalogue,
      [`GET ${path}/5`]: { ...stored },
      [`PUT ${path}/5`]: { ...stored, version: 4 },
      [`GET ${path}/5/receptor`]: [],
      [`POST ${path}/preview`]: documentOf(part()),
      ...answers,
    });
    const guarded = (node: React.ReactNode) => (
      <>
        <LeaveGuard />
        {node}
      </>
    );
    await showPages(
      language,
      app,
      { create: guarded(<CreateReportPage />), 'edit/{id}': guarded(<EditReportPage />) },
      { at, texts: ['reports', 'places'] },
    );
    await page.viewport(1440, 900);
    await expect.element(button(kit('actions.save'))).toBeVisible();
    return sent;
  };
  const saved = (sent: readonly Sent[]) => bodiesOf(sent, 'PUT', `${path}/5`) as { sections: Report['sections'] }[];

  test('moves a section with Alt and the arrows, which is announced, and keeps its focus', async () => {
    await open();
    await focusCard(2);
    expect(rows()).toBe('0:6/12 0:6/12 1:12/12');
    await press(alt('ArrowUp'));
    expect(rows()).toBe('0:12/12 1:6/12 1:6/12');
    expect(document.activeElement).toBe(cards()[0]);
    await expect
      .element(said().getByText(t('said.moved', { name: catalogue[1]?.name[language], row: 1, place: 1, of: 1 })))
      .toBeInTheDocument();
    await press(alt('ArrowUp'));
    await expect.element(page.getByText(t('refused.edge'))).toBeInTheDocument();
  });

  test('changes the width in the reading direction, and refuses more than twelve in a row', async () => {
    const sent = await open();
    await focusCard(0);
    await press(alt(wider));
    expect(rows()).toBe('0:6/12 0:6/12 1:12/12');
    await expect.element(page.getByText(t('refused.row-full', { least: 3 }))).toBeInTheDocument();
    await press(alt(narrower), alt(narrower), alt(wider));
    expect(rows()).toBe('0:5/12 0:6/12 1:12/12');
    await press('{Control>}s{/Control}');
    await expect.poll(() => saved(sent)[0]?.sections.map(({ width }) => width)).toEqual([5, 6, 12]);
  });

  test('a section that is dragged into a row shares it, and one without room is refused', async () => {
    await open();
    await focusCard(2);
    const drag = (from: number, to: number) =>
      userEvent.dragAndDrop(
        page.elementLocator(cards()[from] ?? document.body),
        page.elementLocator(cards()[to] ?? document.body),
      );
    await drag(2, 0);
    expect(rows()).toBe('0:6/12 0:6/12 1:12/12');
    await expect.element(page.getByText(t('refused.no-room', { least: 8 }))).toBeInTheDocument();
    await drag(0, 2);
    expect(rows()).toBe('0:6/12 1:4/12 1:8/12');
    // Nothing was chosen by the drag.
    expect(document.querySelector('fieldset')).toBeNull();
  });

  test('removes a section with Delete, and brings it back with Ctrl+Z', async () => {
    await open();
    await focusCard(1);
    await press('{Delete}');
    expect(rows()).toBe('0:6/12 1:12/12');
    expect(document.activeElement).toBe(cards()[1]);
    await press('{Control>}z{/Control}');
    expect(rows()).toBe('0:6/12 0:6/12 1:12/12');
  });

  test('the catalogue adds what may be added, and says why something may not', async () => {
    await open({}, '/reports/create');
    await expectAccessible();
    const add = (kind: string) => button(t('catalogue.add', { name: offered(kind).name[language] }));
    await expect.element(add('planned')).toBeDisabled();
    await expect.element(page.getByText(t('refusals.unsupported'))).toBeVisible();
    await expect.element(page.getByText(t('refusals.no-permission'))).toBeVisible();
    await add('levels').click();
    expect(rows()).toBe('0:6/12');
    await page.getByPlaceholder(t('catalogue.search')).fill('leaks');
    await expect.element(add('leaks')).toBeVisible();
    await expect.element(add('levels')).not.toBeInTheDocument();
  });

  test('the preview shows the data of each section, and why another has none', async () => {
    await open({
      [`POST ${path}/preview`]: ({ body }: Sent) =>
        (body as { sections: { kind: string }[] }).sections[0]?.kind === 'leaks'
          ? refusal(429, { msg: 'Too many requests' })
          : documentOf(part()),
    });
    await expect.element(page.getByText('North tank').first()).toBeVisible();
    await expect.element(page.getByText('Too many requests')).toBeVisible();
    await expectAccessible();
    // The other language, on the same sheet.
    const other = language === 'en' ? 'العربية' : 'English';
    await page.getByText(other, { exact: true }).click();
    await expect
      .element(page.getByText(part().columns[0]?.title[language === 'en' ? 'ar' : 'en'] ?? '').first())
      .toBeVisible();
  });

  test('an error of the server opens its section and focuses its field, until it is changed', async () => {
    const errors = [{ param: 'sections.0.params.most', msg: 'outOfRange' }];
    await open({ [`PUT ${path}/5`]: refusal(418, { errors }) }, '/reports/edit/5?tab=schedule');
    await button(kit('actions.save')).click();
    const field = page.getByLabelText(language === 'en' ? 'Rows' : 'الصفوف');
    await expect.element(field).toBeVisible();
    await expect.element(field).toHaveFocus();
    await expect.element(page.getByText(kit('validation.outOfRange')).last()).toBeVisible();
    await field.fill('7');
    await expect.element(page.getByText(kit('validation.outOfRange'))).not.toBeInTheDocument();
  });

  test('a missing name is shown before anything is sent', async () => {
    const sent = await open({}, '/reports/create');
    await button(kit('actions.save')).click();
    await expect.element(page.getByLabelText(t('fields.name'))).toHaveFocus();
    expect(bodiesOf(sent, 'POST', path)).toEqual([]);
  });

  test('a report that somebody else has saved shows both versions, of which either is taken', async () => {
    const theirs = { ...stored, name: 'Weekly water', version: 4 };
    let reads = 0;
    let writes = 0;
    const sent = await open({
      [`GET ${path}/5`]: () => (++reads === 1 ? { ...stored } : { ...theirs }),
      [`PUT ${path}/5`]: () => (++writes === 2 ? { ...stored, version: 5 } : refusal(409, { word: 'report-changed' })),
    });
    await page.getByLabelText(t('fields.name')).fill('My water');
    await button(kit('actions.save')).click();
    const dialog = page.getByRole('dialog', { name: t('conflict.title') });
    await expect.element(dialog.getByText('My water')).toBeVisible();
    await expect.element(dialog.getByText('Weekly water')).toBeVisible();
    await expectAccessible();
    await button(t('conflict.keepMine')).click();
    await expect.poll(() => saved(sent).at(-1)).toMatchObject({ name: 'My water', version: 4 });
    await press('{Control>}s{/Control}');
    await button(t('conflict.takeTheirs')).click();
    await expect.element(page.getByLabelText(t('fields.name'))).toHaveValue('Weekly water');
  });

  test('a schedule writes out the next five runs, each with the period that it covers', async () => {
    const sent = await open({}, '/reports/edit/5?tab=schedule');
    await page.getByRole('switch', { name: t('schedule.on') }).click();
    await page.getByText(t('schedule.frequencies.yearly'), { exact: true }).click();
    const next = page.getByRole('listitem').filter({ hasText: '07:00' });
    await expect.poll(() => next.all().length).toBe(5);
    const years = next.all().map((item) => Number(/20\d\d/.exec(item.element().textContent ?? '')?.[0]));
    expect(years.map((year) => year - (years[0] ?? 0))).toEqual([0, 1, 2, 3, 4]);
    await expectAccessible();
    await press('{Control>}s{/Control}');
    await expect
      .poll(() => bodiesOf(sent, 'PUT', `${path}/5`)[0])
      .toMatchObject({ schedule: { frequency: 'yearly', times: ['07:00'], timeZone: 'Asia/Dubai' } });
  });

  test('a recipient is stored at once, and one who will be skipped is named with the reason', async () => {
    const sent = await open(
      {
        [`GET ${path}/people`]: [
          { id: 11, name: 'Amal' },
          { id: 12, name: 'Badr' },
        ],
        [`GET ${path}/5/receptor`]: [{ id: 1, user: { id: 12, name: 'Badr' }, state: 'active', maySeeAll: false }],
        [`POST ${path}/5/receptor`]: [{ userId: 11, result: 'added' }],
      },
      '/reports/edit/5?tab=recipients',
    );
    const skipped = page.getByRole('alert').filter({ hasText: t('recipients.skipped') });
    await expect.element(skipped.getByText('Badr')).toBeVisible();
    await expect.element(skipped.getByText(t('recipients.states.may-not-see'))).toBeVisible();
    await page.getByRole('checkbox', { name: 'Amal' }).click();
    await expect.poll(() => bodiesOf(sent, 'POST', `${path}/5/receptor`)).toEqual([[{ userId: 11 }]]);
    await expectAccessible();
  });

  test('the recipients of a new report are stored with it', async () => {
    const sent = await open(
      {
        [`GET ${path}/people`]: [{ id: 11, name: 'Amal' }],
        [`POST ${path}`]: { ...stored },
        [`POST ${path}/5/receptor`]: [{ userId: 11, result: 'added' }],
      },
      '/reports/create?tab=recipients',
    );
    await page.getByRole('checkbox', { name: 'Amal' }).click();
    await page.getByLabelText(t('fields.name')).fill('New');
    await button(kit('actions.save')).click();
    await expect.poll(() => bodiesOf(sent, 'POST', `${path}/5/receptor`)).toEqual([[{ userId: 11 }]]);
    // The page of the stored report, without a question about unsaved changes.
    await expect.poll(() => sent.filter((one) => one.path === `${path}/5` && one.method === 'GET').length).toBe(1);
    await expect.element(page.getByText(kit('form.unsavedText'))).not.toBeInTheDocument();
  });

  test('a starter brings its sections, period and schedule', async () => {
    const sent = await open(
      {
        [`GET ${path}/widget`]: [offered('alarms-count'), offered('consumption', { refused: 'no-permission' })],
        [`POST ${path}`]: { ...stored },
      },
      '/reports/create?starter=weekly-overview',
    );
    expect(rows()).toBe('0:6/12');
    await page.getByLabelText(t('fields.name')).fill('Overview');
    await button(kit('actions.save')).click();
    await expect
      .poll(() => bodiesOf(sent, 'POST', path)[0])
      .toMatchObject({
        sections: [{ kind: 'alarms-count' }],
        period: { preset: 'last-week' },
        schedule: { frequency: 'weekly', weekDays: [0] },
      });
  });

  test('leaving with unsaved changes asks first', async () => {
    await open();
    await page.getByLabelText(t('fields.name')).fill('Changed');
    await page.getByRole('link', { name: t('list') }).click();
    await expect.element(page.getByText(kit('form.unsavedText'))).toBeVisible();
    await button(kit('form.leave')).click();
    await expect.element(page.getByTestId('opened')).toBeInTheDocument();
  });
});
