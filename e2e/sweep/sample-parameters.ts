import type { AppManifest } from '#platform/common/define-app.ts';
import type { SweepCaller } from './callers.ts';

/** A visitor without a session. */
export const nobody = 'nobody';

type Parameters = Readonly<Record<string, string | number>>;
type Resolve = (caller: SweepCaller, app: AppManifest, address: string) => Promise<Parameters | null>;

const first =
  (path: string, parameters: (row: never) => Parameters): Resolve =>
  async ({ rows, companyId }, app) => {
    const [row] = await rows(path.replace('{api}', app.api).replace('{companyId}', String(companyId)));
    return row === undefined ? null : parameters(row as never);
  };
const firstId = (path: string, name = 'id') => first(path, ({ id }: { id: number }) => ({ [name]: id }));

/** A device of the solution that has this page, by the manifest. */
const deviceOfPage: Resolve = async ({ rows }, app, address) => {
  const solution = app.solutions?.find(({ page }) => page !== undefined && address.endsWith(page));
  const [device] = await rows(`${app.api}/device?limit=1&state=installed&solutionId=${solution?.id ?? 0}`);
  return device ? { id: device.id } : null;
};

/** The demo has no such group in some apps. */
const groupToNotify: Resolve = async ({ create }, app) => {
  const group = await create(`${app.api}/notifications-group`, { name: `Sweep ${app.id}` });
  return group && { id: group.id };
};

/** The demo has no car parks. */
const carPark: Resolve = async ({ rows, create, companyId }, { api }) => {
  const [known] = await rows(`${api}/location?limit=1`);
  const [structure] = companyId === null ? [] : await rows(`/company/${companyId}/structure?limit=1`);
  const found = known ?? (structure && (await create(`${api}/location`, { structureId: structure.id })));
  return found && { id: found.id };
};

/** The demo has no visits to traps. */
const trapVisit: Resolve = async ({ rows, create, companyId }, { api }) => {
  const [known] = await rows(`${api}/visit?limit=1`);
  const [structure] = companyId === null ? [] : await rows(`/company/${companyId}/structure?limit=1`);
  const plan = { kind: 'audit', plannedAt: new Date().toISOString(), technicianId: null, note: null };
  const found = known ?? (structure && (await create(`${api}/visit`, { structureId: structure.id, ...plan })));
  return found && { id: found.id };
};

const template: Resolve = async ({ rows, create }, app) => {
  const [known] = await rows(`${app.api}/template?limit=1`);
  const [model] = await rows(`${app.api}/hardware?limit=1`);
  const found = known ?? (model && (await create(`${app.api}/template`, { name: 'Sweep', hardwareId: model.id })));
  return found && { id: found.id };
};

/** A report with a heading, as long as the demo has none. */
const report: Resolve = async ({ rows, create, companyId }) => {
  if (companyId === null) return null;
  const path = `/company/${companyId}/report`;
  const [known] = await rows(`${path}?limit=1`);
  const heading = { type: 'heading', level: 1, en: 'Sweep', ar: 'تقرير', width: 12, startsRow: true };
  const found =
    known ??
    (await create(path, {
      ...{ name: 'Sweep', description: '', app: null, language: 'both', period: { preset: 'last-month' } },
      layout: { paper: 'A4', landscape: false, footerEn: '', footerAr: '' },
      ...{ structureIds: [], sections: [heading], formats: ['pdf'], schedule: null, waitMinutes: 0 },
      ...{ skipIfEmpty: false, onError: 'hold', keepDays: 90, active: true },
    }));
  return found && { id: found.id };
};

const reportRun: Resolve = async (caller, app, address) => {
  const found = await report(caller, app, address);
  const run = found && (await caller.create(`/company/${caller.companyId}/report/${found.id}/pdf`, {}));
  return run && { id: run.id };
};

/** The records that pages with parameters are opened with, by the address of the page; the first match counts. */
export const sampleParameters: readonly (readonly [RegExp, Resolve])[] = [
  [
    /\/solution\/\{solutionId\}\/device\/\{id\}$/,
    first('{api}/device?limit=1&state=installed', ({ id, solutionId }: { id: number; solutionId: number }) => ({
      id,
      solutionId,
    })),
  ],
  [
    /\/solution\/\{solutionId\}$/,
    first('{api}/device?limit=1', ({ solutionId }: { solutionId: number }) => ({ solutionId })),
  ],
  [
    /\/devices\/\{type\}\/device\/\{id\}$/,
    first('{api}/device?limit=1&state=installed', ({ id }: { id: number }) => ({ id, type: 'device-lock' })),
  ],
  [
    /\/management\/devices\/\{appName\}/,
    first('/swam/device?limit=1', (row: { id: number; hardware: { id: number } }) => ({
      appName: 'swam',
      hardwareId: row.hardware.id,
      deviceId: row.id,
    })),
  ],
  [/\/devices\/[\w-]+\/(?:device\/)?\{id\}$/, deviceOfPage],
  [/^\/reports\/run\/\{id\}$/, reportRun],
  [/\/job-cards\/job\/\{id\}$/, firstId('{api}/job-card?limit=1')],
  [/\/routes\/update\/\{id\}$/, firstId('{api}/route?limit=1')],
  [/\/vehicles\/map-view\/\{id\}$/, firstId('{api}/vehicle?limit=1')],
  [/\/panels\/details\/\{id\}$/, firstId('{api}/panel?limit=1')],
  [
    /\/polices\/(?:create-head-quarter|local-police-list)\/\{id\}$/,
    firstId('{api}/police/locality?limit=1&kind=headquarters'),
  ],
  [
    /\/device\/(?:panel\/\{panelId\}\/)?details\/\{id\}$/,
    first('{api}/zone?limit=1', ({ id, panelId }: { id: number; panelId: number }) => ({ id, panelId })),
  ],
  [
    /\/security-company\/customer\/edit\/\{id\}$/,
    first('{api}/security-company/customer?limit=1', ({ customer }: { customer: { id: number } }) => ({
      id: customer.id,
    })),
  ],
  [/\/polices\/\{hqId\}\/create-local-quarter$/, firstId('{api}/police/locality?limit=1&kind=headquarters', 'hqId')],
  [
    /\/polices\/\{hqId\}\/edit-local-quarter\/\{id\}$/,
    first('{api}/police/locality?limit=1&kind=local', ({ id, hqId }: { id: number; hqId: number }) => ({ id, hqId })),
  ],
  [/\/locations\/(?:edit|details)\/\{id\}$/, carPark],
  [/\/visits\/visit\/\{id\}$/, trapVisit],
  [/\/LessWaste\/(policy|traps\/plan)\/\{id\}$/, firstId('/company/{companyId}/structure?limit=1')],
  [/\/groups\/edit-notification\/\{id\}$/, groupToNotify],
  [/\/groups\/edit-permission\/\{id\}$/, firstId('{api}/permissions-group?limit=1')],
  [/\/groups\/edit-user\/\{id\}$/, firstId('{api}/permissions-group/users?limit=1')],
  [/\/rules\/\{id\}\/edit$/, firstId('{api}/rule?limit=1')],
  [/\/tariffs\/edit\/\{id\}$/, firstId('{api}/tariff?limit=1')],
  [/\/(?:devices-)?templates\/\{id\}\/create$/, firstId('{api}/template/starter?limit=1')],
  [/\/(?:devices-)?templates\/\{id\}\//, template],
  [/\/schedules?\/(?:details|edit)\/\{id\}$/, firstId('/schedule?limit=1')],
  [/\/assets-v2\/list\//, async () => ({ pTab: 'structures', cTab: 'all' })],
  [/\/assets\/list\/\{type\}$/, async () => ({ type: 'structures' })],
  [
    /\/layout-manager\/\{structureId\}\/\{floorId\}$/,
    first('/layout?limit=1', ({ structureId, floorId }: { structureId: number; floorId: number | null }) => ({
      structureId,
      floorId: floorId ?? 0,
    })),
  ],
  [
    /\/layout-manager\/\{structureId\}$/,
    first('/layout?limit=1', ({ structureId }: { structureId: number }) => ({ structureId })),
  ],
  [/\/structures?\/\{structureId\}/, firstId('/company/{companyId}/structure?limit=1', 'structureId')],
  [/\/codecs\/\{id\}$/, firstId('/codec?limit=1')],
  [/\/connectors\/\{id\}$/, firstId('/connector?limit=1')],
  [/\/reports\/edit\/\{id\}$/, report],
  [/\/geofence\//, firstId('/geofence?limit=1')],
  [/\/companies\/.*\{companyId\}/, async ({ companyId }) => (companyId === null ? null : { companyId })],
  [/\/users\/login-as-company-owner\/\{id\}$/, async () => null],
  [/\/users\/profile\/\{userId\}/, async ({ userId }) => ({ userId })],
  [/\/market\/(?:main|catalogue)\/\{appName\}$/, async () => ({ appName: 'PureTrace' })],
  [
    /\/my-orders\/\{orderId\}/,
    async ({ companyId, rows }) => {
      const [order] = await rows(`/company/${companyId}/order?limit=1`);
      return order ? { orderId: order.id } : null;
    },
  ],
  [
    /\/orders\/\{orderId\}\/\{customerId\}$/,
    first('/order?limit=1', ({ id, companyId }: { id: number; companyId: number }) => ({
      orderId: id,
      customerId: companyId,
    })),
  ],
  [/\/management\/customers\/details\/\{id\}$/, firstId('/management/customer?limit=1')],
  [/\/management\/customers\/list\/\{type\}$/, async () => ({ type: 'customer' })],
  [
    /\/management\/devices\/request\/\{uuid\}$/,
    first('/device-request?limit=1', ({ uuid }: { uuid: string }) => ({ uuid })),
  ],
  [/\/management\/devices\/store\/\{app\}$/, async () => ({ app: 'PureTrace' })],
  [
    /\/support\/chat\/\{id\}\/\{companyId\}$/,
    first('/support/ticket?limit=1', ({ id, companyId }: { id: number; companyId: number }) => ({ id, companyId })),
  ],
];

/** Pages that no record of the demo data opens, with the reason. Their journeys look at them. */
export const openedByJourneys: readonly (readonly [RegExp, string])[] = [
  [/\/onetime\/\{token\}$|\/one-time-access\/\{token\}$/, 'the token of a link is shown once'],
  [/^\/parking\/\{token\}$/, 'the token of a car park is made when it becomes public'],
  [/\/revocations\/\{id\}$/, 'nobody of the demo has left a company'],
  [/^\/verify[-/]/, 'the code stands on a printed document'],
  [/\/packages\/add\/\{code\}/, 'the code of a package is shown once'],
  [/\/users\/login-as-company-owner/, 'it begins another session'],
  [/\/market\/checkout$/, 'the seller chooses the customer first'],
  [
    /^\/LessWaste\/(?!visits\/|policy\/|traps\/).*\{/,
    'nobody of the demo has traps; these pages are the same in every app with devices',
  ],
  [
    /^\/smart-parking\/(?!locations\/).*\{/,
    'nobody of the demo has parking sensors; these pages are the same in every app with devices',
  ],
  [
    /^\/ProTect\/(?!panels\/|polices\/|device\/).*\{/,
    'the demo has no groups, rules or templates of panels; these pages are the same in every app with devices',
  ],
  [
    /^\/SmartDrive\/(?!vehicles\/|job-cards\/|routes\/).*\{/,
    'the people of the demo’s haulier have no groups or rules; these pages are the same in every app with devices',
  ],
  [/\/market\/success|\/my-orders\/\{orderId\}\/bank$/, 'it belongs to a payment under way'],
];

/** Pages that lead to another one, with the reason. */
export const leadingElsewhere: readonly (readonly [RegExp, string])[] = [
  [/\/devices\/list$/, 'it opens the devices of the first solution'],
  [/\/devices\/(?:list\/solution\/\d+|device-lock)\/device\/\d+$/, 'a kind of device has a page of its own'],
  [/\/alarms\/(?:operational|status)(?:-history)?$/, 'one list shows both kinds of alarms'],
  [/^\/core\/assets\/structure\/\d+$/, 'a structure has one page'],
  [/^\/core\/companies\/own$/, 'it opens the profile of the person’s own company'],
  [/^\/core\/customers\/list$/, 'providers have a list of customers of their own'],
];

/** What a page shows for a query or for another of its parameters, and pages of visitors, with the person who opens them. */
export const furtherStates: readonly (readonly [string, string])[] = [
  ['customer', '/core/structures/all?tab=areas'],
  ['customer', '/core/assets-v2/list/structures-tower'],
  ['customer', '/core/assets-v2/list/assets-all'],
  ['customer', '/core/assets-v2/list/areas-all'],
  ['other', '/core/market/main/PureTrace?device=801'],
  ['other', '/core/market/main/PureTrace?compare=801,1701'],
  ['other', '/core/market/main/PureTrace?wizard=swam-hardware'],
  ['other', '/core/market/main/SmartTrack'],
  [nobody, '/global/core/market/main'],
  [nobody, '/global/core/market/main/PureTrace'],
];
