import { expect } from 'vitest';
import type { DocumentSection } from '#core/reports/common/document.ts';
import { runDues } from '#core/reports/server/runs/prepare-run.ts';
import type { Rasid, TestPerson } from '#main/testing.ts';
import { doDue } from '#platform/server/due.ts';

/** What a section of an app shows in a report over this period that the person runs. */
export async function sectionRead(
  { kit }: Pick<Rasid, 'kit'>,
  person: TestPerson,
  { app, kind, period }: { app: string; kind: string; period: { from: string; to: string } | { preset: string } },
): Promise<DocumentSection> {
  const path = `/company/${(await person.call('GET', '/session')).body.data.company.id}/report`;
  const section = { type: 'data', app, kind, params: {}, titleEn: '', titleAr: '', columns: [] };
  const report = await person.call('POST', path, {
    body: {
      ...{ name: `${kind} ${performance.now()}`, description: '', app: null, language: 'en', period },
      layout: { paper: 'A4', landscape: false, footerEn: '', footerAr: '' },
      ...{ structureIds: [], sections: [{ ...section, width: 12, startsRow: true }], formats: ['csv'] },
      ...{ schedule: null, waitMinutes: 0, skipIfEmpty: false, onError: 'hold', keepDays: 90, active: true },
    },
  });
  expect([report.status, report.body.errors]).toEqual([201, undefined]);
  const run = await person.call('POST', `${path}/${report.body.data.id}/pdf`, { body: {} });
  await doDue(kit, runDues);
  const { data } = (await person.call('GET', `${path}/run/${run.body.data.id}/document`)).body;
  return data.rows[0][0].part;
}

/** The rows of a section as objects by column. */
export const rowsOfSection = ({ columns, rows }: DocumentSection) =>
  rows.map((row) => Object.fromEntries(columns.map(({ key }, at) => [key, row[at] ?? null])));
