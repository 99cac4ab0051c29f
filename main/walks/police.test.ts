import { beforeAll, expect, test } from 'vitest';
import type { SampleRecords } from '#platform/server/isolation.ts';
import {
  act,
  breakIn,
  guard,
  hq,
  ids,
  incident,
  of,
  offer,
  opens,
  panels,
  watched,
  withDesk,
} from '../testing/panels/test-desk.ts';
import {
  allRoutes,
  callRoute,
  hasParameters,
  holdApps,
  type Ids,
  isPlatformOnly,
  isPublicRoute,
  owners,
  type Registered,
  sampleRecords,
  shared,
} from './registered-routes.ts';

withDesk();

let id: number;
/** Everything that belongs to the incident, or to its customer, by the names under which the slices declare records. */
let records: SampleRecords;
beforeAll(async () => {
  const { app } = panels;
  await holdApps(app);
  const sample = await sampleRecords(app);
  const panel = await watched();
  const zone = (await panels.zones(panel))[0].id;
  const group = (await panels.group(panel)).id;
  const rented = (await offer(panel, { role: 'tenant', companyId: ids.sahel, zoneIds: [zone] })).body.data;
  id = await breakIn(panel);
  expect((await act(guard, id, 'escalate-police')).status).toBe(200);
  records = {
    ...sample,
    ...{ structure: panel.site, device: panel.id, 'device defcon': panel.id, panel: panel.id },
    ...{ panelGroup: group, panelZone: zone, assignment: rented.id },
  };
}, 120_000);

const walked = allRoutes.filter(
  (entry) => hasParameters(entry) && !isPublicRoute(entry) && !isPlatformOnly(entry) && !shared.has(entry.name),
);
const idsOf = ({ name, app }: Registered, of: SampleRecords): Ids =>
  owners.find(([pattern]) => pattern.test(name))?.[1](of, app) ?? {};

/** Which station answers for a site is decided by its headquarters; the calls show that and nothing of the site. */
const ofPremises = '/defcon/premises/{structureId}';

/** The calls that do not refuse the headquarters. */
async function answering(entries: readonly Registered[], of: SampleRecords): Promise<string[]> {
  const answers: string[] = [];
  for (const entry of entries) {
    const { status } = await callRoute(hq, entry, idsOf(entry, of));
    if (status !== 403 && status !== 404) answers.push(`${entry.name}: ${status}`);
  }
  return answers;
}

test('a headquarters reads the dossier of its incident, and no call of any app answers for the site, the panel or the customer', async () => {
  expect(walked.length).toBeGreaterThan(500);
  const file = await of(hq)('GET', `${incident(id)}/incident`);
  expect([file.status, file.body.data.panel.id]).toEqual([200, records.panel]);
  const others = walked.filter(({ name }) => !name.endsWith(ofPremises));
  expect(await answering(others, records)).toEqual([]);
  const premises = await of(hq)('GET', `/premises/${records.structure}`);
  const shown = ['structureId', 'overrideId', 'stationId', 'hqId', 'basis', 'station', 'hq'];
  expect(Object.keys(premises.body.data).filter((field) => !shown.includes(field))).toEqual([]);
  // Those that name a company, with the tenant of the panel.
  const ofCompanies = walked.filter((entry) => Object.values(idsOf(entry, { ...records, company: -7 })).includes(-7));
  expect(ofCompanies.length).toBeGreaterThan(3);
  expect(await answering(ofCompanies, { ...records, company: ids.sahel })).toEqual([]);
});

test('the dossier is gone ninety days after the incident was closed', async () => {
  await act(hq, id, 'acknowledge');
  expect((await act(hq, id, 'terminate', { outcome: 'no-trace' })).status).toBe(200);
  const closed = (days: number) =>
    panels.app.kit.pool.query(
      `WITH alarm AS (UPDATE alarm SET closed_at = now() - $2 * interval '1 day' WHERE id = $1)
       UPDATE defcon_incident SET closed_at = now() - $2 * interval '1 day' WHERE alarm_id = $1`,
      [id, days],
    );
  await closed(89);
  expect(await opens(hq, `${incident(id)}/incident`)).toBe(200);
  await closed(91);
  expect(await opens(hq, `${incident(id)}/incident`)).toBe(404);
  expect((await of(hq)('POST', `${incident(id)}/print`, { language: 'en' })).status).toBe(404);
});
