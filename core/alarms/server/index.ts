import './tables.ts';
import { onBatch } from '#core/telemetry/server/api.ts';
import { laneBacklog } from '#platform/server/backlogs.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import type { History } from '#platform/server/logged-records.ts';
import { repeat } from '#platform/server/repeat.ts';
import { serve } from '#platform/server/serve.ts';
import { startWebhooks } from '#platform/server/webhooks/deliveries.ts';
import { alarms } from '../app.ts';
import { deskHandlers } from './alarm-handlers.ts';
import { alarmOverviewHandlers } from './alarm-overview.ts';
import { bellHandlers } from './bell.ts';
import { recheckFollowing, recordSentCommand } from './device-commands.ts';
import { closeDeviceAlarms } from './device-uninstalled.ts';
import { sendDueDigests } from './digests.ts';
import { Evaluator } from './evaluator.ts';
import { notificationGroupDeskHandlers } from './group-desk.ts';
import { inAppMessageHandlers } from './in-app-messages.ts';
import { alarmTopics } from './live-topics.ts';
import { mailPlanHandlers } from './mail-plans.ts';
import { startNotifying } from './notify.ts';
import { recheckReported } from './reported-attributes.ts';
import { forgetOldAlarms } from './retention.ts';
import { RuleCache } from './rule-cache.ts';
import { ruleDeskHandlers } from './rule-desk.ts';
import { recheckRulesAt, refuseUsedGeofence } from './rule-geofences.ts';
import {
  changedRules,
  countRulesOfSchedules,
  publishRuleChange,
  recheckRulesOf,
  refuseScheduleOfRules,
} from './rule-schedules.ts';
import { startSweeps } from './sweeps.ts';
import { webhookSender } from './webhook-event.ts';

const refreshMs = 30_000;

async function start(kit: Kit): Promise<Stop | undefined> {
  if (!kit.roles.has('worker')) return undefined;
  const ruleCache = new RuleCache(kit);
  await ruleCache.refresh();
  const evaluator = new Evaluator(kit, ruleCache);
  onBatch(kit, evaluator.evaluate, evaluator.clearCache, { forget: evaluator.forget });
  const stopChanges = kit.live.subscribe(
    changedRules,
    () => void ruleCache.refresh().catch((error: Error) => kit.log.error({ err: error }, 'reading rules failed')),
  );
  const stopReading = repeat(kit, refreshMs, 'reading rules failed', () => ruleCache.refresh());
  const stopSweeps = startSweeps(kit, ruleCache);
  const stopNotifying = startNotifying(kit);
  const stopWebhooks = startWebhooks(kit, webhookSender(kit));
  await kit.jobs.schedule('alarms.digests', '* * * * *', () => sendDueDigests(kit));
  await kit.jobs.schedule('alarms.forget-old', '41 2 * * *', () => forgetOldAlarms(kit));
  return async () => {
    stopChanges();
    evaluator.close();
    await stopReading();
    await stopSweeps();
    await stopNotifying();
    await stopWebhooks();
  };
}

const history: Pick<History, 'tables'> = {
  tables: {
    alarm_rule: {
      about: ['deviceId', 'structureId'],
      words: { app: 'app', solutionId: 'solution', kind: 'alarms' },
    },
    notification_group_resource: { refs: { resource: 'structure' } },
    // Changes by the scheduler are not changes by a person.
    notification_schedule: { silent: ['nextAt', 'sentAt', 'toldUntil', 'zone'] },
  },
};

export const alarmsServer = serve(
  alarms,
  {
    alarm: deskHandlers,
    deskRule: ruleDeskHandlers,
    deskGroup: notificationGroupDeskHandlers,
    mailPlan: mailPlanHandlers,
    bell: bellHandlers,
    message: inAppMessageHandlers,
    overview: alarmOverviewHandlers,
  },
  {
    start,
    topics: alarmTopics,
    history,
    backlogs: [laneBacklog('webhooks', 'notification_group_webhook_delivery')],
    listeners: {
      inTransaction: {
        'device.uninstalled': closeDeviceAlarms,
        'device.reported': recheckReported,
        'command.followed': recheckFollowing,
        'command.sent': recordSentCommand,
        'geofence.drawn': recheckRulesAt,
        'geofence.removed': refuseUsedGeofence,
        'schedule.counted': countRulesOfSchedules,
        'schedule.removed': refuseScheduleOfRules,
        'schedule.changed': recheckRulesOf,
      },
      afterCommit: { 'schedule.changed': publishRuleChange },
    },
  },
);
