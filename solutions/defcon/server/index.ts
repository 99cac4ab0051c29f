import { alarmHandlers } from '#core/alarms/server/api.ts';
import { deviceAppHandlers, startVirtualDevices } from '#core/device-app/server/api.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { serve } from '#platform/server/serve.ts';
import { defcon } from '../app.ts';
import { analysisHandlers } from './analysis/analysis-handlers.ts';
import { startSia } from './dc09/index.ts';
import { siaHandlers } from './dc09/unknown-accounts.ts';
import { demo } from './demo/demo.ts';
import { virtualPanels } from './demo/virtual-panels.ts';
import { eventHandlers } from './events/panel-log.ts';
import { listenToPanels } from './events/take-events.ts';
import { assertReadyToArm } from './groups/arm-groups.ts';
import { groupHandlers } from './groups/groups.ts';
import { linkInstalled, unlinkRemoved } from './panels/linked-panels.ts';
import { panelTopics } from './panels/live-panels.ts';
import { panelHandlers } from './panels/panel-handlers.ts';
import { closeIncidents } from './panels/panel-service.ts';
import { areaChanged, duePremises, structuresChanged } from './police/assign-police.ts';
import { localityHandlers } from './police/locality-handlers.ts';
import { devicesMoved, premisesHandlers } from './police/premises.ts';
import { assertRemoteDisarm } from './settings/panel-rules.ts';
import { settingHandlers } from './settings/setting-handlers.ts';
import './tables.ts';
import { panelUserHandlers } from './zones/panel-users.ts';
import { zoneDeskHandlers } from './zones/zone-desk.ts';
import { zoneHandlers } from './zones/zones.ts';

async function start(kit: Kit): Promise<Stop | undefined> {
  if (kit.roles.has('worker')) listenToPanels(kit);
  return startSia(kit);
}

async function assertMayOrder(...order: Parameters<typeof assertReadyToArm>): Promise<void> {
  await assertRemoteDisarm(...order);
  await assertReadyToArm(...order);
}

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
    intrusionAlarm: intrusionHandlers,
    intrusionSetting: settingHandlers,
    zoneDesk: zoneDeskHandlers,
    analysis: analysisHandlers,
  },
  {
    start,
    dues: [duePremises],
    demo,
    simulate: (kit) => startVirtualDevices(kit, virtualPanels),
    topics: panelTopics,
    listeners: {
      inTransaction: {
        'devices.installed': linkInstalled,
        'device.uninstalled': unlinkRemoved,
        'command.queued': assertMayOrder,
        'alarm.closed': closeIncidents,
        'area-shape.changed': areaChanged,
        'structures.changed': structuresChanged,
        'devices.moved': devicesMoved,
      },
    },
    history: {
      tables: {
        defcon_panel: { silent: ['mains', 'path', 'lastEventAt', 'lastTestAt'] },
        defcon_group: { about: ['panelId'], silent: ['state', 'stateAt', 'stateBy', 'armedAt'] },
        defcon_zone: {
          about: ['panelId', 'spaceId', 'deviceId'],
          silent: ['open', 'tamper', 'fault', 'missing', 'bypassed', 'battery', 'changedAt'],
        },
        defcon_panel_user: { about: ['panelId', 'userId'] },
        defcon_sia_account: {},
        defcon_locality: { silent: ['hqCompanyId'] },
        defcon_premises: { about: ['structureId'], silent: ['stationId', 'hqId', 'basis', 'assignAt'] },
      },
    },
  },
);
