import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { show, showRoutes } from '#platform/web/test-render.tsx';
import { bodiesOf, refusal, testServer } from '#platform/web/test-server.ts';
import { type AuditFolder, folderRoutes, type VerifiedDocument } from '../../common/documents.ts';
import { usualPolicy } from '../../common/visits/policy.ts';
import { FolderFigures } from './FolderFigures.tsx';
import { FolderPanel } from './FolderPanel.tsx';
import { VerifyDocumentPage } from './VerifyDocumentPage.tsx';

const t = (key: string, values?: Record<string, unknown>) => text('rodent', key, values);
// A year by the clock of Dubai.
const [from, to, madeAt] = ['2024-12-31T20:00:00.000Z', '2025-12-31T20:00:00.000Z', '2026-01-05T08:00:00.000Z'];
const days = '01/01/2025 – 31/12/2025';
const folder = (id: number, more: Partial<AuditFolder>): AuditFolder => ({
  ...{ id, from, to, language: 'en', madeAt, expiresAt: madeAt, state: 'done', changed: [] },
  ...{ person: { id: 1, name: 'Hessa Al Marri' } },
  ...more,
});

async function openFolders(language: Language) {
  const sent = testServer({
    'GET /rodent/audit-folder': [
      folder(3, { state: 'queued' }),
      folder(2, { changed: ['trend', 'licences'] }),
      folder(1, { state: 'expired' }),
    ],
    'POST /rodent/audit-folder': () => refusal(403, { word: 'no-permission' }),
  });
  await show(
    language,
    <main>
      <FolderPanel site={{ id: 9, name: 'Mall', zone: 'Asia/Dubai' }} />
    </main>,
    { texts: ['rodent', 'print'] },
  );
  return sent;
}

beforeEach(() => sessionStore.set(permitted(folderRoutes.make.access, folderRoutes.list.access)));

describe.each(languages)('audit folders in %s', (language) => {
  test('say whether they are ready and which sections would say something else today', async () => {
    await openFolders(language);
    const row = (nth: number) => page.getByRole('row').nth(nth);
    await expect.element(row(1)).toHaveTextContent(t('folder.states.queued'));
    await expect.element(row(1)).toHaveTextContent(days);
    await expect.element(row(2).getByRole('button', { name: t('folder.download') })).toBeVisible();
    await expect.element(row(2)).toHaveTextContent(t('folder.trend'));
    await expect.element(row(2)).toHaveTextContent(t('permissions.licence'));
    await expect.element(row(3)).toHaveTextContent(t('folder.states.expired'));
    await expectAccessible();
  });

  test('state what hits and catches count, where the site has no limits, and long times of response in days', async () => {
    const few = { hits: 2, catches: 5, wrong: 0, nights: 10, rate: null, before: null, level: null };
    const data = {
      ...{
        company: 'Nile',
        site: 'Mall',
        zone: 'Asia/Dubai',
        address: '',
        from,
        to,
        contractor: null,
        poisonFree: true,
      },
      ...{ pictures: {}, plans: [], traps: [], visits: [], actions: [], materials: [], licences: [], unlicensed: [] },
      quarters: [{ from, to, zones: [{ zone: 'interior' as const, ...few }] }],
      limits: { stated: false, zones: usualPolicy.actionLevels },
      responses: [{ zone: 'exterior' as const, hits: 2, hours: 72, median: 26.25, p90: 439.1, within: 0.5 }],
      gaps: [],
    };
    const figures = () => (
      <main>
        <FolderFigures data={data} at={String} />
      </main>
    );
    await show(language, figures(), { texts: ['rodent', 'print'] });
    const trend = page.getByRole('table').nth(0);
    await expect.element(trend.getByRole('columnheader', { name: t('analysis.catches') })).toBeVisible();
    await expect.element(trend.getByRole('cell', { name: t('folder.fewNights') })).toBeVisible();
    await expect.element(page.getByText(t('folder.counted'))).toBeVisible();
    const limits = page.getByText(t('folder.usualLimits'));
    await expect.element(limits).toHaveTextContent(t('folder.anyIsRed', { zone: t('values.zone.interior-food') }));
    const outside = { zone: t('values.zone.exterior'), amber: '5', red: '15' };
    await expect.element(limits).toHaveTextContent(t('folder.limit', outside));
    const times =
      language === 'en' ? ['26 hr, 15 min', '18 days, 7 hr', '3 days'] : ['26 س و15 د', '18 يومًا و7 س', '3 أيام'];
    for (const time of times) await expect.element(page.getByRole('table').nth(1).getByText(time)).toBeVisible();
    data.limits.stated = true;
    await show(language, figures(), { texts: ['rodent', 'print'] });
    await expect.element(page.getByText(t('folder.limits'))).toBeVisible();
    await expect.element(limits).not.toBeInTheDocument();
  });

  test('are made with the keyboard for a whole period, whose last day counts', async () => {
    const sent = await openFolders(language);
    await page.getByRole('textbox', { name: t('folder.from') }).fill('2025-01-01');
    await page.getByRole('textbox', { name: t('folder.until') }).fill('2025-12-31');
    await userEvent.tab();
    page
      .getByRole('button', { name: t('folder.make') })
      .element()
      .focus();
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => bodiesOf(sent, 'POST', '/rodent/audit-folder'))
      .toEqual([{ structureId: 9, from, to, language }]);
  });
});

const code = '7f4f6d2e-0d5b-4c53-9d6f-2c7e6d6c9a11';
const signed = { number: 'V-7', signedAt: madeAt, signedBy: 'Hessa Al Marri', addenda: 0, later: 0 };
const report: VerifiedDocument = {
  ...{
    kind: 'visit',
    company: 'Qasr Retail',
    site: 'Qasr Mall',
    zone: 'Asia/Dubai',
    madeAt,
    sha256: 'ab'.repeat(32),
    intact: true,
    changed: [],
  },
  visit: signed,
  ...{ from: null, to: null },
};
async function verify(language: Language, answer: VerifiedDocument | Response) {
  testServer({ [`GET /rodent/document/${code}`]: () => answer });
  await showRoutes(language, [{ path: '/verify/:code', element: <VerifyDocumentPage /> }], {
    at: `/verify/${code}`,
    texts: ['rodent', 'accounts', 'print'],
  });
}

describe.each(languages)('verifying a printed document in %s', (language) => {
  test('says of a report who signed it, and that addenda came later', async () => {
    await verify(language, report);
    await expect.element(page.getByText('V-7')).toBeVisible();
    await expect.element(page.getByText(t('verify.genuine'), { exact: true })).toBeVisible();
    await expect.element(page.getByText('05/01/2026 12:00').first()).toBeVisible();
    await expect.element(page.getByText('Hessa Al Marri')).toBeVisible();
    await expect.element(page.getByText('ab'.repeat(32))).toBeVisible();
    await expectAccessible();
    await verify(language, { ...report, visit: { ...signed, later: 2 } });
    await expect.element(page.getByText(t('verify.later', { count: 2 }))).toBeVisible();
    await verify(language, { ...report, intact: false, visit: { ...signed, later: 2 } });
    await expect.element(page.getByText(t('verify.broken'), { exact: true })).toBeVisible();
  });

  test('names the sections of a folder that have changed, and says that a code is unknown', async () => {
    await verify(language, { ...report, kind: 'folder', visit: null, from, to, changed: ['licences'] });
    await expect.element(page.getByText(t('verify.outdated'), { exact: true })).toBeVisible();
    await expect.element(page.getByText(days, { exact: true })).toBeVisible();
    await expect.element(page.getByText(t('permissions.licence'))).toBeVisible();
    await verify(language, refusal(404, { word: 'not-found' }));
    await expect.element(page.getByText(t('verify.unknown'), { exact: true })).toBeVisible();
  });
});
