import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AppManifest } from '#platform/common/define-app.ts';
import { type Language, text } from '#platform/web/i18n/i18n.ts';
import { registerApps } from '#platform/web/session/session.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { LeaveGuard } from '#platform/web/shell/routing/LeaveGuard.tsx';
import { showPages } from '#platform/web/test-render.tsx';
import { bodiesOf, type Sent, testServer } from '#platform/web/test-server.ts';
import { reports } from '../../app.ts';
import type { DocumentSection } from '../../common/document.ts';
import { definitionRoutes, type Report } from '../../common/report.ts';
import type { OfferedSection } from '../../common/section-catalogue.ts';
import { CreateReportPage } from './CreateReportPage.tsx';
import { EditReportPage } from './EditReportPage.tsx';

const app = reports as unknown as AppManifest;
export const offered = (kind: string, changes: Partial<OfferedSection> = {}): OfferedSection => ({
  ...{ app: 'tanks', appName: { en: 'Tanks', ar: 'الخزانات' }, kind, name: { en: `The ${kind}`, ar: `قسم ${kind}` } },
  ...{ draw: 'table', columns: [], params: {}, width: { least: 3, usual: 6 }, maxDays: null, refused: null },
  ...changes,
});
export const catalogue = [
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
export const stored: Report = {
  ...{ id: 5, companyId: 7, name: 'Monthly water', description: '', app: null, language: 'both' },
  layout: { paper: 'A4', landscape: false, footerEn: '', footerAr: '' },
  ...{ period: { preset: 'last-month' }, structureIds: [], formats: ['pdf'], schedule: null, waitMinutes: 0 },
  sections: [section('levels', 6, true), section('levels', 6, false), section('leaks', 12, true)],
  ...{ skipIfEmpty: false, onError: 'hold', keepDays: 90, state: 'active', pausedBecause: null, recipients: 0 },
  ...{
    owner: { id: 1, name: 'Olivia' },
    mayChange: true,
    nextDueAt: null,
    lastRun: null,
    version: 3,
    createdAt: '2026-01-05T08:00Z',
  },
};
export const part = (changes: Partial<DocumentSection> = {}): DocumentSection => ({
  ...{ type: 'data', app: null, title: { en: '', ar: '' }, draw: 'table' },
  columns: [{ key: 'tank', title: { en: 'Tank', ar: 'الخزان' }, type: 'text' }],
  ...{ rows: [['North tank']], totals: null, rowCount: 1, fault: null },
  ...changes,
});
export const documentOf = (one: DocumentSection) => ({ rows: [[{ width: 12, part: one }]] });

export const path = '/company/7/report';
export const t = (key: string, values?: Record<string, unknown>) => text('reports', `builder.${key}`, values);
export const kit = (key: string) => text('kit', key);
export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const cards = () => [...document.querySelectorAll<HTMLElement>('[data-card]')];
/** The rows of the list: kinds by their names, with their widths. */
export const rows = () =>
  cards()
    .map((card) => `${card.dataset.row}:${/\d+\/12/.exec(card.textContent ?? '')?.[0] ?? ''}`)
    .join(' ');
export const press = async (...keys: string[]) => {
  for (const key of keys) await userEvent.keyboard(key);
};
export const focusCard = async (at: number) => {
  await expect.poll(() => cards().length).toBeGreaterThan(at);
  cards()[at]?.focus();
};
export const said = () => page.getByRole('status').filter({ hasText: /./ });

/** Signs in somebody of a company who may make reports. */
export function signIn(): void {
  registerApps([]);
  const { me, index } = permitted(...Object.values(definitionRoutes).map(({ access }) => access));
  const company = { id: 7, name: 'Reem', type: 'Customer' as const, timeZone: 'Asia/Dubai', providers: [] };
  sessionStore.set({ me: { ...me, company }, index });
}

/** Opens the builder; `answers` are added to the usual ones of the server. */
export async function open(
  language: Language,
  answers: Parameters<typeof testServer>[0] = {},
  at = '/reports/edit/5',
): Promise<readonly Sent[]> {
  const sent = testServer({
    'GET /user/parameter': {},
    [`GET ${path}/widget`]: catalogue,
    [`GET ${path}/5`]: { ...stored },
    [`PUT ${path}/5`]: { ...stored, version: 4 },
    [`GET ${path}/5/receptor`]: [],
    [`POST ${path}/preview`]: documentOf(part()),
    ...answers,
  });
  const guarded = (node: ReactNode) => (
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
}

export const saved = (sent: readonly Sent[]) =>
  bodiesOf(sent, 'PUT', `${path}/5`) as { sections: Report['sections'] }[];
