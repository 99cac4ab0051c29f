import { expect } from 'vitest';
import { runDues } from '#core/reports/server/runs/prepare-run.ts';
import { doDue } from '#platform/server/due.ts';
import { type Rasid, rasid, type TestPerson } from '../../testing.ts';

/** A site that the viewer may not see. */
export const hiddenSite = 'Corniche Villas';

/** The alarms by site and kind, as a section of a report over the app of the tests. */
export const section = (changes: object = {}) => ({
  type: 'data',
  app: 'sample',
  kind: 'alarms-count',
  params: {},
  titleEn: '',
  titleAr: '',
  columns: [],
  width: 12,
  startsRow: true,
  ...changes,
});

let count = 0;
export const fields = (changes: object = {}) => ({
  name: `Report ${++count}`,
  description: '',
  app: null,
  language: 'en',
  layout: { paper: 'A4', landscape: false, footerEn: '', footerAr: '' },
  period: { preset: 'last-7-days' },
  structureIds: [],
  sections: [section()],
  formats: ['csv'],
  schedule: null,
  waitMinutes: 0,
  skipIfEmpty: false,
  onError: 'hold',
  keepDays: 90,
  active: true,
  ...changes,
});

/** Every day at seven in Dubai. */
export const daily = {
  frequency: 'daily',
  times: ['07:00'],
  weekDays: [],
  dayOfMonth: 1,
  monthOfPeriod: 1,
  timeZone: 'Asia/Dubai',
  from: null,
  until: null,
};

type Raised = { kind: string; severity: string; structure?: string; closed?: true };
export const threeAlarms: readonly Raised[] = [
  { kind: 'level-high', severity: 'problem' },
  { kind: 'level-high', severity: 'problem', closed: true },
  { kind: 'leak', severity: 'poor' },
];

/** A server with the people of a company and what they do with its reports. */
export async function reportTest() {
  const app: Rasid = await rasid();
  const [customer, viewer, operator, other] = (await Promise.all(
    ['customer', 'viewer', 'operator', 'other'].map((name) => app.signIn(`${name}@rasid.test`)),
  )) as [TestPerson, TestPerson, TestPerson, TestPerson];
  const company: number = (await customer.call('GET', '/session')).body.data.company.id;
  const path = `/company/${company}/report`;
  const idsOf = async (text: string, values: unknown[] = []): Promise<Record<string, number>> =>
    Object.fromEntries((await app.kit.pool.query(text, values)).rows.map((row) => [row.name, row.id]));
  const people = await idsOf("SELECT id, split_part(email, '@', 1) AS name FROM users");
  const sites = await idsOf('SELECT id, name FROM structure WHERE company_id = $1', [company]);

  const create = async (changes: object = {}, by = customer) => {
    const { body, status } = await by.call('POST', path, { body: fields(changes) });
    expect([status, body.errors]).toEqual([201, undefined]);
    return body.data;
  };
  const runOf = async (id: number, by = customer) => (await by.call('GET', `${path}/run/${id}`)).body.data;
  return {
    ...{ app, customer, viewer, operator, other, path, people, sites, create, runOf },
    clear: () =>
      app.kit.pool.query(
        'DELETE FROM report_definition; DELETE FROM report_run; DELETE FROM mail_outbox; DELETE FROM alarm',
      ),
    /** Runs a report as a person would, and returns the prepared run. */
    async run(id: number, by = customer, body: object = {}) {
      const { body: requested, status } = await by.call('POST', `${path}/${id}/pdf`, { body });
      expect([status, requested.word]).toEqual([202, undefined]);
      await doDue(app.kit, runDues);
      return runOf(requested.data.id, by);
    },
    /** Prepares what waits, and again without a pause what failed. */
    async prepare() {
      for (let attempt = 0; attempt < 3; attempt++) {
        await app.kit.pool.query('UPDATE report_run SET work_at = now() WHERE work_at IS NOT NULL');
        await doDue(app.kit, runDues);
      }
    },
    /** Inserts alarms that were raised an hour ago on a device in the structure. */
    raise: (alarms: readonly Raised[]) =>
      app.kit.pool.query(
        `INSERT INTO alarm (company_id, app, class, kind, severity, device_id, solution_id, structure_id, first_at, last_at, created_at, closed_at, disposition)
         SELECT d.company_id, 'sample', 'operational', a.kind, a.severity::alarm_severity, d.id, 901, d.structure_id, now(), now(), now() - interval '1 hour', CASE WHEN a.closed THEN now() END,
                CASE WHEN a.closed THEN 'terminated' ELSE 'open' END
           FROM jsonb_to_recordset($1::jsonb) AS a (kind text, severity text, structure text, closed boolean)
          CROSS JOIN LATERAL (SELECT d.* FROM device d JOIN structure s ON s.id = d.structure_id
                WHERE s.name = coalesce(a.structure, 'Marina Heights') AND d.company_id = $2 ORDER BY d.id LIMIT 1) d`,
        [JSON.stringify(alarms), company],
      ),
  };
}
