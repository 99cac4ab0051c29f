import { alarmActionRoute, alarmRoutes } from '#core/alarms/common/alarm.ts';
import { alarmHandlers } from '#core/alarms/server/api.ts';
import { minuteMs } from '#platform/common/time/wall-clock.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import { type DemoCaller, demoCallerOf } from '#platform/server/http/demo-caller.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { defcon } from '../../app.ts';
import { intrusionClass, ofIncidents } from '../../common/alarms.ts';
import { evaluate } from '../events/evaluate.ts';
import { lockPanels, neededFor } from '../events/panel-model.ts';
import { heardIn } from '../events/signals.ts';
import { storeEvaluations } from '../events/store-evaluations.ts';
import { escalatePolice } from '../incidents/escalate-police.ts';
import { storeDossier } from '../incidents/seen-file.ts';
import { type DemoDesk, policeIncidents } from './demo-history.ts';
import type { AddedPanel } from './demo-panels.ts';

const routes = {
  ...alarmRoutes('defcon', ofIncidents, intrusionClass),
  escalatePolice: alarmActionRoute('defcon', ofIncidents, intrusionClass, 'escalate-police'),
};
const handlers = alarmHandlers(defcon, ofIncidents);

type Signal = readonly [
  minutesAgo: number,
  data: { code: string; zone?: number; group: number; user?: number; text?: string },
];

/** What a panel has just reported, understood as if its messages came now. Returns the open incident of a kind. */
async function report(kit: Kit, { id, sia }: AddedPanel, signals: readonly Signal[], kind: string): Promise<number> {
  await emittingAsSystem(kit, kit.db, async (context) => {
    const heard = signals.flatMap(([minutesAgo, data], n) => {
      const time = Date.now() - minutesAgo * minuteMs;
      const key = `${sia ? 'sia-' : ''}demo-${n}`;
      return heardIn({ deviceId: id, key, kind: 'intrusion', time, receivedAt: time, data }) ?? [];
    });
    const panels = await lockPanels(context.tx, [neededFor(id, heard)]);
    const evaluated = [...panels.values()].map((panel) => evaluate(panel, heard));
    await storeEvaluations(context, evaluated);
  });
  const { alarmId } = await inSystem(kit.db, (tx) =>
    tx
      .selectFrom('defconIncident')
      .select('alarmId')
      .where('panelId', '=', id)
      .where('kind', '=', kind)
      .where('closedAt', 'is', null)
      .executeTakeFirstOrThrow(),
  );
  return alarmId;
}

/** The incidents with which a demo begins: two at the security company, one of them taken, and one at the police. */
export async function addOpenIncidents(kit: Kit, panels: readonly AddedPanel[], desk: DemoDesk): Promise<void> {
  const named = (name: string) => panels.find((panel) => panel.name === name) as AddedPanel;
  const [first = 0, second = first] = desk.monitor.operators;
  const as = (userId: number): DemoCaller =>
    demoCallerOf(kit, { userId, companyId: desk.monitor.companyId, adminType: null, locale: 'en' });
  const acknowledge = (by: DemoCaller, id: number) =>
    by(routes.acknowledge, handlers.acknowledge, { params: { id }, body: {} });
  const comment = (by: DemoCaller, id: number, mark: string, text: string) =>
    by(routes.comment, handlers.comment, { params: { id }, body: { comment: text, mark } });

  const armed = [600, { code: 'CL', group: 1, user: 1 }] as const;
  const holdUp = await report(kit, named('محل الذهب'), [[9, { code: 'HA', zone: 5, group: 1 }]], 'hold-up');
  await acknowledge(as(first), holdUp);
  await comment(as(first), holdUp, 'no-answer', 'Nobody answers in the shop, and the mall saw two men run.');
  await as(first)(routes.escalatePolice, escalatePolice, {
    params: { id: holdUp },
    body: { verified: 'phone' },
  });

  const clinic = [armed, [5, { code: 'BA', zone: 2, group: 1 }], [4, { code: 'BA', zone: 3, group: 1 }]] as const;
  const taken = await report(kit, named('Clinic'), clinic, 'intrusion');
  await acknowledge(as(second), taken);
  await comment(as(second), taken, 'called', 'Called the reception. The key holder drives there.');

  await report(kit, named('الصيدلية'), [armed, [2, { code: 'BA', zone: 2, group: 1 }]], 'intrusion');

  // What the police knew of those of the history.
  for (const { alarmId } of await inSystem(kit.db, policeIncidents))
    await as(first)(routes.get, (context: Parameters<typeof storeDossier>[0]) => storeDossier(context, alarmId));
}
