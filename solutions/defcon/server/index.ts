import { alarmHandlers } from '#core/alarms/server/api.ts';
import { deviceAppHandlers } from '#core/device-app/server/api.ts';
import { attachmentHistory } from '#platform/server/files/attachments.ts';
import type { Kit } from '#platform/server/kit.ts';
import { serve } from '#platform/server/serve.ts';
import { defcon } from '../app.ts';
import { analysisHandlers } from './analysis/analysis-handlers.ts';
import { assignmentHandlers } from './assignments/assignments.ts';
import { dueAssignments, endOfPanel } from './assignments/end-assignments.ts';
import { assignmentTopics } from './assignments/live-assignments.ts';
import { endWithContract, warnOfContractEnds } from './contracts/contract-ends.ts';
import { customerHandlers } from './customers/customers.ts';
import { receiveSia, scheduleSia } from './dc09/index.ts';
import { dueTroubles } from './dc09/troubles.ts';
import { siaHandlers } from './dc09/unknown-accounts.ts';
import { demo } from './demo/demo.ts';
import { simulatePanels } from './demo/simulate-panels.ts';
import { eventHandlers, panelEventRetention } from './events/panel-log.ts';
import { listenToPanels } from './events/take-events.ts';
import { assertReadyToArm } from './groups/arm-groups.ts';
import { groupHandlers } from './groups/groups.ts';
import { deskMoved, followClocks } from './incidents/clocks.ts';
import { dueClocks } from './incidents/due-clocks.ts';
import { escalatePolice } from './incidents/escalate-police.ts';
import { incidentHandlers } from './incidents/incident-handlers.ts';
import { followPolice } from './incidents/police-desk.ts';
import { dueTests } from './panels/end-tests.ts';
import { linkInstalled, unlinkRemoved } from './panels/linked-panels.ts';
import { panelTopics } from './panels/live-panels.ts';
import { copyTransferred } from './panels/ownership.ts';
import { panelHandlers } from './panels/panel-handlers.ts';
import { closeIncidents } from './panels/panel-service.ts';
import { photoHandlers } from './photos/receive-photo.ts';
import { areaChanged, duePremises, structuresChanged } from './police/assign-police.ts';
import { localityHandlers } from './police/locality-handlers.ts';
import { devicesMoved, premisesHandlers } from './police/premises.ts';
import { premisesFileHandlers, premisesPhotoHandlers } from './premises/file-handlers.ts';
import { followSchedules } from './settings/follow-schedules.ts';
import { assertRemoteDisarm } from './settings/panel-rules.ts';
import { settingHandlers } from './settings/setting-handlers.ts';
import { dueDigests } from './status/arming-digest.ts';
import { statusFoldHandlers } from './status/folds.ts';
import { checkScheduled, dueGroupChecks } from './status/group-checks.ts';
import { checkSubscribed, duePanelChecks } from './status/panel-checks.ts';
import { foldOffline, pathsLost, pathsRestored } from './supervision/path-events.ts';
import { dueSupervision } from './supervision/supervise.ts';
import './tables.ts';
import { panelUserHandlers } from './zones/panel-users.ts';
import { providePlanZones } from './zones/plan-zones.ts';
import { zoneDeskHandlers } from './zones/zone-desk.ts';
import { zoneHandlers } from './zones/zones.ts';

async function start(kit: Kit): Promise<undefined> {
  if (!kit.roles.has('worker')) return;
  listenToPanels(kit);
  await scheduleSia(kit);
  await kit.jobs.schedule('defcon.contract-ends', '12 * * * *', () => warnOfContractEnds(kit));
}

async function assertMayOrder(...order: Parameters<typeof assertReadyToArm>): Promise<void> {
  await assertRemoteDisarm(...order);
  await assertReadyToArm(...order);
}

providePlanZones();

const { info: _, ...intrusionHandlers } = alarmHandlers(defcon, 'intrusion');

export const defconServer = serve(
  defcon,
  {
    ...deviceAppHandlers(defcon),
    panel: panelHandlers,
    group: groupHandlers,
    zone: zoneHandlers,
    panelUser: panelUserHandlers,
    event: eventHandlers,
    sia: siaHandlers,
    locality: localityHandlers,
    premises: premisesHandlers,
    assignment: assignmentHandlers,
    intrusionAlarm: { ...intrusionHandlers, escalatePolice },
    premisesFile: premisesFileHandlers,
    premisesPhoto: premisesPhotoHandlers,
    incident: incidentHandlers,
    photo: photoHandlers,
    intrusionSetting: settingHandlers,
    zoneDesk: zoneDeskHandlers,
    analysis: analysisHandlers,
    customer: customerHandlers,
    statusFold: statusFoldHandlers,
  },
  {
    start,
    receive: receiveSia,
    dues: [
      duePremises,
      dueAssignments,
      dueClocks,
      dueTests,
      dueTroubles,
      dueSupervision,
      duePanelChecks,
      dueGroupChecks,
      dueDigests,
    ],
    demo,
    simulate: simulatePanels,
    retentions: [panelEventRetention],
    topics: { ...panelTopics, companies: assignmentTopics },
    listeners: {
      inTransaction: {
        'devices.installed': linkInstalled,
        'device.uninstalled': async (context, event) => {
          await unlinkRemoved(context, event);
          if (event.device.app === 'defcon') await endOfPanel(context, event.device.id);
        },
        'contract.ended': endWithContract,
        'subscription.ending': checkSubscribed,
        'subscription.ended': checkSubscribed,
        'command.queued': assertMayOrder,
        'alarm.closed': closeIncidents,
        'alarm.acting': async (context, event) => {
          await followClocks(context, event);
          await followPolice(context, event);
        },
        'alarm.desk-moved': deskMoved,
        'area-shape.changed': areaChanged,
        'structures.changed': structuresChanged,
        'devices.moved': devicesMoved,
        ...followSchedules,
        'schedule.changed': checkScheduled,
        'device.transferred': copyTransferred,
        'path.lost': pathsLost,
        'path.restored': pathsRestored,
        'offline.raising': foldOffline,
      },
    },
    history: {
      tables: {
        defcon_panel: { silent: ['mains', 'path', 'lastEventAt', 'lastTestAt', 'reportAt', 'testReportAt'] },
        defcon_group: { about: ['panelId'], silent: ['state', 'stateAt', 'stateBy', 'armedAt'] },
        defcon_zone: {
          about: ['panelId', 'spaceId', 'deviceId'],
          silent: ['open', 'tamper', 'fault', 'missing', 'bypassed', 'battery', 'changedAt'],
        },
        defcon_panel_user: { about: ['panelId', 'userId'] },
        defcon_assignment: { about: ['panelId'], silent: ['inForce', 'dueAt'] },
        defcon_sia_account: {},
        defcon_path: { about: ['panelId'] },
        defcon_locality: { silent: ['hqCompanyId'] },
        defcon_premises: { about: ['structureId'], silent: ['stationId', 'hqId', 'basis', 'assignAt'] },
        defcon_premises_attachment: attachmentHistory,
        defcon_contact: {},
      },
    },
  },
);
