import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted, testMe } from '#platform/web/session/test-session.ts';
import { reports } from '../app.ts';
import type { ReportDocument } from '../common/document.ts';
import type { Report } from '../common/report.ts';
import type { ReportRun } from '../common/run.ts';

/** The calls of reports of the company of the tests. */
export const path = '/company/7/report';

/** Signs in an administrator of company 7, who may do everything with reports. */
export function signInWithReports(): void {
  const accesses = Object.values(reports.routes).flatMap((set) => Object.values(set).map(({ access }) => access));
  const { me, index } = permitted(...accesses);
  sessionStore.set({
    me: {
      ...testMe({ mask: me.session.mask, user: { isAdmin: true, role: 'Admin' } }),
      company: { id: 7, name: 'Reem', type: 'Customer', timeZone: 'Asia/Dubai', providers: [] },
    },
    index,
  });
}

export const report: Report = {
  id: 3,
  companyId: 7,
  name: 'Monthly water',
  description: '',
  app: null,
  language: 'recipient',
  layout: { paper: 'A4', landscape: false, footerEn: '', footerAr: '' },
  period: { preset: 'last-month' },
  structureIds: [],
  sections: [
    {
      ...{ type: 'data', app: 'garage', kind: 'cars', params: {}, titleEn: '', titleAr: '', columns: [] },
      ...{ width: 12, startsRow: true },
    },
  ],
  formats: ['pdf', 'csv'],
  schedule: {
    ...{ frequency: 'weekly', times: ['07:00'], weekDays: [0], dayOfMonth: 1, monthOfPeriod: 1 },
    ...{ timeZone: 'Asia/Dubai', from: null, until: null },
  },
  waitMinutes: 0,
  skipIfEmpty: false,
  onError: 'hold',
  keepDays: 90,
  state: 'active',
  pausedBecause: null,
  owner: { id: 5, name: 'Lina Saif' },
  mayChange: true,
  recipients: 2,
  nextDueAt: '2099-11-01T03:00:00.000Z',
  lastRun: null,
  version: 4,
  createdAt: '2026-10-01T08:00:00.000Z',
};

const code = '62c3e9c0-1856-42bb-92d7-45a471be8526';

export const run: ReportRun = {
  id: 9,
  companyId: 1,
  reportId: 3,
  app: null,
  name: 'Monthly water',
  cause: 'schedule',
  state: 'sent',
  ahead: null,
  waitsUntil: null,
  attempts: 0,
  dueAt: '2026-11-01T03:00:00.000Z',
  from: '2026-09-30T20:00:00.000Z',
  to: '2026-10-31T20:00:00.000Z',
  zone: 'Asia/Dubai',
  by: { id: 5, name: 'Lina Saif' },
  faults: [],
  rowCount: 1,
  error: null,
  createdAt: '2026-11-01T03:00:00.000Z',
  endedAt: '2026-11-01T03:01:00.000Z',
  expiresAt: '2027-01-30T03:00:00.000Z',
  files: [{ language: 'en', format: 'pdf', bytes: 2048, sha256: 'ab', code }],
  deliveries: [
    {
      user: { id: 5, name: 'Lina Saif' },
      state: 'sent',
      reason: null,
      mode: 'attachment',
      sentBy: null,
      at: '2026-11-01T03:01:00.000Z',
    },
    {
      user: { id: 6, name: 'Omar Aziz' },
      state: 'skipped',
      reason: 'no-permission',
      mode: null,
      sentBy: null,
      at: '2026-11-01T03:01:00.000Z',
    },
  ],
};

const words = (text: string) => ({ en: text, ar: text });

export const document: ReportDocument = {
  name: 'Monthly water',
  company: 'Reem',
  zone: 'Asia/Dubai',
  from: run.from,
  to: run.to,
  dataAt: '2026-11-01T03:00:30.000Z',
  by: 'Lina Saif',
  layout: { paper: 'A4', landscape: false, footer: words('') },
  rows: [
    [
      {
        width: 12,
        part: {
          type: 'data',
          app: words('Garage'),
          title: words('Cars of the month'),
          draw: 'table',
          columns: [{ key: 'name', title: words('Car'), type: 'text' }],
          rows: [['White van']],
          totals: null,
          rowCount: 1,
          fault: null,
        },
      },
    ],
  ],
};
