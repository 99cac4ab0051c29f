import './events.ts';
import './tables.ts';
import { provideRules } from '#core/alarms/server/api.ts';
import { onBatch } from '#core/telemetry/server/api.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { repeat } from '#platform/server/repeat.ts';
import { serve } from '#platform/server/serve.ts';
import { rules } from '../app.ts';
import { RuleCache } from './definitions/rule-cache.ts';
import { ruleDeskHandlers } from './definitions/rule-desk.ts';
import { recheckRulesAt, refuseUsedGeofence } from './definitions/rule-geofences.ts';
import { publishRuleChange, recheckRulesOf, ruleSchedules } from './definitions/rule-schedules.ts';
import { recheckWearers } from './definitions/rule-wearers.ts';
import { Evaluator } from './evaluation/evaluator.ts';
import { recheckReported } from './evaluation/reported-attributes.ts';
import { forgetInventoryState, forgetRuleState } from './evaluation/reset-devices.ts';
import { recheckBacklog } from './evaluation/rule-rechecks.ts';
import { raiseOffline, startSweeps } from './evaluation/sweeps.ts';

provideRules('(SELECT id, name, titles, message, guidance, levels FROM alarm_rule)');

const refreshMs = 30_000;

async function start(kit: Kit): Promise<Stop | undefined> {
  if (!kit.roles.has('worker')) return undefined;
  const ruleCache = new RuleCache(kit);
  await ruleCache.refresh();
  const evaluator = new Evaluator(kit, ruleCache);
  onBatch(kit, evaluator.evaluate, evaluator.clearCache, { forget: evaluator.forget });
  const stopChanges = kit.signals.on('rules.changed', () => {
    ruleCache.refresh().catch((error: Error) => kit.log.error({ err: error }, 'reading rules failed'));
  });
  const stopReading = repeat(kit, refreshMs, 'reading rules failed', () => ruleCache.refresh());
  const stopSweeps = startSweeps(kit, ruleCache);
  return async () => {
    stopChanges();
    evaluator.close();
    await stopReading();
    await stopSweeps();
  };
}

export const rulesServer = serve(
  rules,
  { deskRule: ruleDeskHandlers },
  {
    start,
    backlogs: [recheckBacklog],
    history: {
      tables: {
        alarm_rule: {
          about: ['deviceId', 'structureId'],
          words: { app: 'app', solutionId: 'solution', kind: 'alarms' },
        },
      },
    },
    listeners: {
      inTransaction: {
        'device.uninstalled': forgetRuleState,
        'device.offline': raiseOffline,
        'device.reported': recheckReported,
        'wearers.changed': recheckWearers,
        'geofence.drawn': recheckRulesAt,
        'geofence.removed': refuseUsedGeofence,
        ...ruleSchedules,
        'schedule.changed': recheckRulesOf,
      },
      afterCommit: { 'devices.installed': forgetInventoryState, 'schedule.changed': publishRuleChange },
    },
  },
);
