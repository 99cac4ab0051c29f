import './tables.ts';
import { onBatch } from '#core/telemetry/server/api.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import type { History } from '#platform/server/logged-records.ts';
import { repeat } from '#platform/server/repeat.ts';
import { serve } from '#platform/server/serve.ts';
import { alarms } from '../app.ts';
import { bellHandlers } from './bell.ts';
import { closeAlarmsOf } from './device-uninstalled.ts';
import { sendDueDigests } from './digests.ts';
import { Evaluator } from './evaluator.ts';
import { alarmTopics } from './live-topics.ts';
import { mailPlanHandlers } from './mail-plans.ts';
import { startNotifying } from './notify.ts';
import { changedRules, keepUsedSchedule, readRulesAgain } from './rule-schedules.ts';
import { RuleBook } from './rules.ts';
import { startSweeps } from './sweeps.ts';

const rereadMs = 30_000;

async function start(kit: Kit): Promise<Stop | undefined> {
  if (!kit.roles.has('worker')) return undefined;
  const book = new RuleBook(kit);
  await book.read();
  const evaluator = new Evaluator(kit, book);
  onBatch(kit, evaluator.evaluate, evaluator.forget);
  const stopChanges = kit.live.subscribe(
    changedRules,
    () => void book.read().catch((error: Error) => kit.log.error({ err: error }, 'reading rules failed')),
  );
  const stopReading = repeat(kit, rereadMs, 'reading rules failed', () => book.read());
  const stopSweeps = startSweeps(kit);
  const stopNotifying = startNotifying(kit);
  await kit.jobs.schedule('alarms.digests', '* * * * *', () => sendDueDigests(kit));
  return async () => {
    stopChanges();
    evaluator.close();
    await stopReading();
    await stopSweeps();
    await stopNotifying();
  };
}

const history: Pick<History, 'tables'> = {
  tables: {
    alarm_rule: {
      text: { section: 'alarms', keys: ({ kind }) => [kind] },
      about: ['deviceId', 'structureId'],
      words: { app: 'app', solutionId: 'solution', kind: 'alarms' },
    },
    notification_group_resource: { refs: { resource: 'structure' } },
    // What the clock does is no change by a person.
    notification_schedule: { silent: ['nextAt', 'sentAt', 'toldUntil', 'zone'] },
  },
};

export const alarmsServer = serve(
  alarms,
  { mailPlan: mailPlanHandlers, bell: bellHandlers },
  {
    start,
    topics: alarmTopics,
    history,
    listeners: {
      inTransaction: { 'device.uninstalled': closeAlarmsOf, 'schedule.removed': keepUsedSchedule },
      afterCommit: { 'schedule.changed': readRulesAgain },
    },
  },
);
