import './tables.ts';
import { onBatch } from '#core/telemetry/server/api.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { laneBacklog } from '#platform/server/monitoring/backlogs.ts';
import type { History } from '#platform/server/records/logged-records.ts';
import { repeat } from '#platform/server/repeat.ts';
import { serve } from '#platform/server/serve.ts';
import { startWebhooks } from '#platform/server/webhooks/deliveries.ts';
import { alarms } from '../app.ts';
import { Evaluator } from './evaluation/evaluator.ts';
import { recheckReported } from './evaluation/reported-attributes.ts';
import { startSweeps } from './evaluation/sweeps.ts';
import { closeDeviceAlarms } from './lifecycle/device-uninstalled.ts';
import { forgetOldAlarms } from './lifecycle/retention.ts';
import { deskHandlers } from './lists/alarm-handlers.ts';
import { alarmOverviewHandlers } from './lists/alarm-overview.ts';
import { bellHandlers } from './lists/bell.ts';
import { alarmTopics } from './live-topics.ts';
import { sendDueDigests } from './mail-plans/digests.ts';
import { mailPlanHandlers } from './mail-plans/mail-plans.ts';
import { notificationGroupDeskHandlers } from './notify/group-desk.ts';
import { inAppMessageHandlers } from './notify/in-app-messages.ts';
import { startNotifying } from './notify/notify.ts';
import { webhookSender } from './notify/webhook-event.ts';
import { recheckFollowing, recordSentCommand } from './rules/device-commands.ts';
import { RuleCache } from './rules/rule-cache.ts';
import { ruleDeskHandlers } from './rules/rule-desk.ts';
import { recheckRulesAt, refuseUsedGeofence } from './rules/rule-geofences.ts';
import {
  changedRules,
  countRulesOfSchedules,
  publishRuleChange,
  recheckRulesOf,
  refuseScheduleOfRules,
} from './rules/rule-schedules.ts';

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
