import { alarmRoutes } from '#core/alarms/common/alarm.ts';
import { allAlarmRoutes } from '#core/alarms/common/alarm-lists.ts';
import { alarmPaths } from '#core/alarms/common/device-classes.ts';
import { deviceApp, deviceAppNeeds } from '#core/device-app/common/device-app.ts';
import { printPages } from '#core/print/common/pages.ts';
import { verificationPage } from '#core/print/common/verification.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { trapAlarmClasses } from './common/alarms.ts';
import { analysisRoutes } from './common/analysis.ts';
import { commands } from './common/commands.ts';
import { hardware, sensorTypes, solutions } from './common/devices.ts';
import { documentRoutes, folderRoutes, verifyDocumentPath } from './common/documents.ts';
import { hitRoutes } from './common/hit.ts';
import { journalRoutes } from './common/journal.ts';
import { licenceDocumentRoutes, licenceRoutes } from './common/licence.ts';
import { market } from './common/market.ts';
import { trapRoutes } from './common/trap-routes.ts';
import { policy, policyRoutes } from './common/visits/policy.ts';
import { visit, visitProofRoutes, visitRoutes } from './common/visits/visit.ts';

const parts = deviceApp('rodent', {
  commands,
  board: 'analysis/dashboard',
  paths: {
    'devices/list/solution/{solutionId}/device/{id}': 'devices/details/{id}',
    'groups/list': 'groups/main',
  },
  calls: ['model', 'bulk', 'user'],
});

const timed = { place: 'app', period: true } as const;
const ofTraps = [
  ...(['catch', 'activation', 'mass-activation', 'activity-high', 'infestation'] as const),
  ...(['trap-full', 'catch-waiting', 'not-rearmed', 'bait-low', 'permanent-baiting'] as const),
];
const ofVisits = ['visit-missed', 'action-overdue', 'review-due'] as const;
const alarmClasses = trapAlarmClasses(parts.alarmClasses);
/** Alarms begin with what happened at traps; people who only look after the devices begin with the state of these. */
const alarmsEntry = page('alarms', { redirects: [alarmPaths.operational, alarmPaths.status] });

/** Traps and bait stations against rodents: what they report, their alarms and their places. */
export const rodent = defineApp({
  ...parts,
  id: 'rodent',
  brand: 'LessWaste',
  web: '/LessWaste',
  api: '/rodent',
  icon: 'bug',
  needs: [...deviceAppNeeds, 'market', 'proofs', 'print', 'notices', 'layouts', 'integrations'],
  personRoles: ['company', 'admin', 'supervisor'],
  routes: {
    ...parts.routes,
    alarm: allAlarmRoutes('rodent', alarmClasses),
    operationalAlarm: alarmRoutes('rodent', 'operational', alarmClasses.operational),
    journal: journalRoutes,
    trap: trapRoutes,
    hit: hitRoutes,
    analysis: analysisRoutes,
    policy: policyRoutes,
    licence: licenceRoutes,
    licenceDocument: licenceDocumentRoutes,
    visit: visitRoutes,
    visitProof: visitProofRoutes,
    document: documentRoutes,
    folder: folderRoutes,
  },
  roles: { 'trap.update': 'Operator', 'hit.verdict': 'Operator', 'folder.read': 'Admin', 'folder.create': 'Admin' },
  pages: [
    page('', { redirects: ['analysis/dashboard', 'alarms', 'groups/main'] }),
    ...parts.pages.map((one) => (one.path === alarmsEntry.path ? alarmsEntry : one)),
    page('devices/history', { sidebar: 'stock', order: 23, icon: 'history', access: journalRoutes.list.access }),
    page('traps/list', { sidebar: 'visits', order: 14, icon: 'hand-stop', access: trapRoutes.list.access }),
    page('visits/list', { sidebar: 'visits', order: 12, icon: 'list-check', access: visit.can('read') }),
    page('visits/calendar', { sidebar: 'visits', order: 13, icon: 'calendar', access: visit.can('read') }),
    page('visits/licences', { sidebar: 'visits', order: 15, icon: 'certificate', access: licenceRoutes.list.access }),
    page('visits/visit/{id}', { access: visit.can('read'), ahead: true }),
    page('traps/plan/{id}', { access: analysisRoutes.planHits.access }),
    page('policy/{id}', { access: policy.can('read') }),
    verificationPage(verifyDocumentPath),
    ...printPages('trap-visit-report', 'trap-audit-folder'),
  ],
  noticeKinds: ['trap-visit', 'trap-digest'],
  solutions,
  sensorTypes,
  hardware,
  market,
  widgets: {
    'trap-figures': { ...timed, size: [11, 2], initial: [22, 2], call: 'analysis.targetedStructure', order: 0.1 },
    'trap-hits': { ...timed, size: [8, 2], initial: [11, 3], call: 'analysis.dateHits', order: 0.2, fills: true },
    'trap-hours': { ...timed, size: [11, 2], initial: [11, 3], call: 'analysis.dateHits', order: 0.3 },
    'trap-sites': { ...timed, size: [6, 2], initial: [11, 3], call: 'analysis.targetedStructure', order: 0.4 },
    'trap-ranking': { ...timed, size: [6, 2], initial: [11, 3], call: 'analysis.deviceHits', order: 0.5 },
  },
  search: [...parts.search, { list: 'visit.list', icon: 'list-check' }],
  alarmClasses,
  alarmSubjects: { 'structure-pests': {}, site: { page: 'policy/{id}' }, visit: { page: 'visits/visit/{id}' } },
  alarms: {
    ...Object.fromEntries([...ofTraps, ...ofVisits].map((kind) => [kind, { class: 'operational' }])),
    ...Object.fromEntries(
      ['cover-open', 'displaced', 'battery-low', 'site-silent'].map((kind) => [kind, { class: 'status' }]),
    ),
  },
});
