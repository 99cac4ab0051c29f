import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { show } from '#platform/web/test-render.tsx';
import { bodiesOf, refusal, testServer } from '#platform/web/test-server.ts';
import { licence as entity, type ShownLicence } from '../../common/licence.ts';
import type { ShownVisit } from '../../common/visits/visit.ts';
import { LicencesPage } from './LicencesPage.tsx';
import { LicenceWarning } from './LicenceWarning.tsx';

const t = (key: string, values?: Record<string, unknown>) => text('rodent', key, values);
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const suresh = { id: 41, name: 'Suresh Pillai' };
const licence = (id: number, expiresOn: string, more: Partial<ShownLicence> = {}): ShownLicence => ({
  ...{ id, companyId: 7, createdAt: '2026-01-05T08:00:00.000Z', technicianId: 41, structureId: null },
  ...{ number: `PC-${id}`, authority: 'Dubai Municipality', validFrom: null, expiresOn },
  ...{ name: suresh.name, technician: suresh, provider: null, structure: null },
  ...more,
});
const rows = [
  licence(1, day(-3)),
  licence(2, day(12)),
  licence(3, day(200), { structureId: 9, structure: { id: 9, name: 'Mall' } }),
];

async function open(language: Language) {
  const sent = testServer({
    'GET /rodent/licence': () => Response.json({ data: rows, totalRecords: rows.length }),
    'GET /rodent/licence/technician': () => [suresh],
    'GET /structure': () => [],
    'GET /user/parameter': {},
    'POST /rodent/licence': () => refusal(418, { errors: [{ param: 'expiresOn', msg: 'outOfRange' }] }),
  });
  await show(
    language,
    <main>
      <LicencesPage />
    </main>,
    { texts: ['rodent', 'places'] },
  );
  return sent;
}

beforeEach(() =>
  sessionStore.set(permitted(...(['read', 'create', 'update', 'delete'] as const).map((action) => entity.can(action)))),
);

describe.each(languages)('licences of technicians in %s', (language) => {
  test('say which have ended or end soon, and for which sites they are', async () => {
    await page.viewport(1440, 900);
    await open(language);
    const shown = page.getByRole('row');
    await expect.element(shown.nth(1)).toHaveTextContent(t('values.licence.expired'));
    await expect.element(shown.nth(1)).toHaveTextContent(t('licences.everywhere'));
    await expect.element(shown.nth(2)).toHaveTextContent(t('values.licence.ends-soon'));
    await expect.element(shown.nth(3)).toHaveTextContent(t('values.licence.valid'));
    await expect.element(shown.nth(3)).toHaveTextContent('Mall');
    await expectAccessible();
  });

  test('are added with the keyboard, and a refusal is shown at its field', async () => {
    await page.viewport(1440, 900);
    const sent = await open(language);
    await page.getByRole('button', { name: t('licences.add') }).click();
    const dialog = page.getByRole('dialog');
    const field = (name: string) => dialog.getByRole('textbox', { name });
    await dialog.getByRole('combobox', { name: t('fields.technicianId') }).click();
    await expect.element(page.getByRole('option', { name: suresh.name })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await field(t('columns.licence')).fill('PC-88');
    await field(t('fields.expiresOn')).fill('2026-01-31');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => bodiesOf(sent, 'POST', '/rodent/licence'))
      .toEqual([
        expect.objectContaining({
          technicianId: 41,
          structureId: null,
          number: 'PC-88',
          authority: null,
          validFrom: null,
          expiresOn: '2026-01-31',
        }),
      ]);
    await expect.element(field(t('fields.expiresOn'))).toHaveAttribute('aria-invalid', 'true');
  });

  test('are missed in words on a visit that somebody without one leads', async () => {
    const visit = (state: 'valid' | 'expired' | 'unknown'): ShownVisit => ({
      ...{ id: 5, companyId: 7, createdAt: '2026-01-05T08:00:00.000Z', structureId: 9, kind: 'planned', note: null },
      ...{ plannedAt: '2026-01-05T08:00:00.000Z', technicianId: 41, number: 'V-1', state: 'planned', startedAt: null },
      ...{ endedAt: null, signedBy: null, structure: { id: 9, name: 'Mall' }, technician: suresh, provider: null },
      ...{ traps: 1, checked: 0 },
      licence: { state, number: state === 'unknown' ? null : 'PC-1', expiresOn: state === 'unknown' ? null : day(-3) },
    });
    testServer({});
    await show(language, <LicenceWarning visit={visit('unknown')} />, { texts: ['rodent'] });
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent(t('licences.unknown', { technician: suresh.name }));
    await show(language, <LicenceWarning visit={visit('expired')} />, { texts: ['rodent'] });
    await expect.element(page.getByRole('status')).toHaveTextContent('PC-1');
    await expectAccessible();
    await show(language, <LicenceWarning visit={visit('valid')} />, { texts: ['rodent'] });
    expect(page.getByRole('status').elements()).toEqual([]);
  });
});
