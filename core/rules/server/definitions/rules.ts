import { sql } from 'kysely';
import type { Limit } from '#core/alarms/common/limit.ts';
import { customKind } from '#core/alarms/common/rule-kind.ts';
import { visibleDevice, watchedDevices } from '#core/devices/server/api.ts';
import { assertStructure } from '#core/places/server/api.ts';
import { weekSchedules } from '#core/schedules/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { type Emitting, emit } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { records } from '#platform/server/records/records.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Actor, Context, Handlers } from '#platform/server/serve.ts';
import { predicatesOf } from '../../common/condition.ts';
import type { DeviceLimit, Level, Rule, RuleAction, RuleRow, ruleRoutes } from '../../common/rule.ts';
import '../events.ts';
import { classOf } from '#core/alarms/server/api.ts';
import { replayRule } from '../evaluation/replay.ts';
import { assertActions } from './assert-actions.ts';
import { assertSensors } from './assert-sensors.ts';
import { narrowestRules } from './narrowest-rules.ts';
import { builtInRules } from './rule-cache.ts';
import { assertGeofences } from './rule-geofences.ts';
import { ofNoTemplate, readableIn, ruleEntity, ruleSelection } from './rule-rows.ts';
import { publishRuleChange } from './rule-schedules.ts';

type Routes = ReturnType<typeof ruleRoutes>;
type Changing = Pick<Context, 'tx' | 'actor'>;

/** Every message of a device is compared with the rules of its company. */
const maxRules = 500;
function declaredClass(kit: Pick<Kit, 'apps'>, app: string, kind: string): string {
  const found = classOf(kit, app, kind);
  if (!found) throw invalid('kind', 'invalid');
  return found;
}

/**
 * The structure on which a change of the rule requires permission; null for all structures. Refuses what the caller may
 * not see.
 */
async function scopeOf(
  { tx, actor }: Changing,
  app: AppManifest,
  {
    companyId,
    solutionId,
    structureId,
    deviceId,
  }: Pick<RuleRow, 'companyId' | 'solutionId' | 'structureId' | 'deviceId'>,
): Promise<number | null> {
  if (solutionId != null && !app.solutions?.some(({ id }) => id === solutionId)) throw invalid('solutionId', 'invalid');
  if (deviceId != null) {
    const device = await visibleDevice(tx, actor, app.id, deviceId).catch(() => null);
    if (device?.companyId !== companyId) throw invalid('deviceId', 'invalid');
    return device.structureId;
  }
  if (structureId == null) return null;
  await assertStructure(tx, actor, companyId, structureId).catch(() => {
    throw invalid('structureId', 'invalid');
  });
  return structureId;
}

const assertMay = ({ session }: Actor, app: string, action: string, structure: number | null) => {
  if (!hasAbilityOn(session, app, 'rule', action, structure)) throw refuse(403, 'no-permission');
};

/** Refuses a rule with both its own hours and a schedule, and a schedule that the caller cannot see. */
async function assertHours({ tx }: Changing, { schedule, scheduleId }: Partial<RuleRow>): Promise<void> {
  if (scheduleId == null) return;
  if (schedule != null) throw invalid('schedule', 'invalid');
  const found = await sql`SELECT 1 FROM ${sql.raw(weekSchedules)} s WHERE s.id = ${scheduleId}`.execute(tx);
  if (found.rows.length === 0) throw invalid('scheduleId', 'invalid');
}

async function assertRoom(tx: Changing['tx'], app: string, companyId: number): Promise<void> {
  const rows = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM alarm_rule WHERE company_id = ${companyId} AND app = ${app} AND template_version_id IS NULL`.execute(
    tx,
  );
  if ((rows.rows[0]?.n ?? 0) >= maxRules) throw refuse(409, 'too-many-rules', { count: maxRules });
}

/** Emits that rules of single devices have changed. */
async function emitChange(context: Emitting, ...rules: readonly RuleRow[]): Promise<void> {
  const ids = [...new Set(rules.flatMap(({ deviceId }) => deviceId ?? []))];
  if (ids.length > 0) await emit(context, 'device-rules.changed', { ids });
}

function recordsOf(app: AppManifest) {
  return records<RuleRow>(ruleEntity, {
    select: ruleSelection,
    seen: (actor) => readableIn(actor, app.id),
    async check(context, after, before) {
      const { kit, tx } = context;
      if (!before) await assertRoom(tx, app.id, (after as RuleRow).companyId);
      const kind = after.kind ?? '';
      if (kind === customKind && !after.names) throw invalid('names', 'Required');
      await assertHours(context, after);
      assertSensors(kit, app.id, after.levels ?? []);
      await assertGeofences(tx, (after as RuleRow).companyId, after.levels ?? []);
      const scope = await scopeOf(context, app, {
        solutionId: null,
        structureId: null,
        deviceId: null,
        ...after,
      } as RuleRow);
      assertMay(context.actor, app.id, before ? 'update' : 'create', scope);
      await assertActions(context, app, after as RuleRow, scope);
      return {
        app: app.id,
        class: declaredClass(kit, app.id, kind),
        names: kind === customKind ? after.names : null,
        // A changed name was typed by a person, in one language.
        titles: before && before.name !== after.name && before.titles === after.titles ? null : after.titles,
        // node-postgres would write a JavaScript array as a PostgreSQL array instead of jsonb.
        levels: JSON.stringify(after.levels),
        actions: JSON.stringify(after.actions ?? []),
      };
    },
  });
}

/** Serves `ruleRoutes` of an app with devices. */
export function ruleHandlers(app: AppManifest): Handlers<Routes> {
  const { read, ...crud } = recordsOf(app);
  const mayChange = async (context: Parameters<typeof read>[0], action: string) => {
    const rule = await read(context);
    if (rule.templateVersionId !== null) throw refuse(409, 'rule-of-template');
    assertMay(context.actor, app.id, action, await scopeOf(context, app, rule));
    return rule;
  };
  /** All rules of the company that apply to a device, the narrowest of each kind. */
  async function holding(
    context: Parameters<Handlers<Routes>['ofDevice' | 'acting']>[0] | Parameters<Handlers<Routes>['limits']>[0],
  ) {
    const { tx, actor, params } = context;
    const device = await visibleDevice(tx, actor, app.id, params.id);
    const rules = await sql<Rule & { enabled: boolean }>`
      SELECT id, company_id, app, class, kind, solution_id, hardware_id, template_version_id, structure_id, device_id, levels, actions, enabled
        FROM alarm_rule WHERE company_id = ${device.companyId} AND app = ${app.id} ORDER BY name, id`.execute(tx);
    return { device, rules: rules.rows };
  }
  return {
    ...crud,
    list: (context) => crud.list(context, [ofNoTemplate]),
    async create(context) {
      const created = await crud.create(context);
      await emitChange(context, created);
      context.afterCommit(() => publishRuleChange(context));
      return created;
    },
    async update(context) {
      const before = await mayChange(context, 'update');
      const updated = await crud.update(context);
      await emitChange(context, before, updated);
      context.afterCommit(() => publishRuleChange(context));
      return updated;
    },
    async remove(context) {
      const before = await mayChange(context, 'delete');
      await crud.remove(context);
      await emitChange(context, before);
      context.afterCommit(() => publishRuleChange(context));
      return null;
    },
    test: (context) => replayRule(context, app),
    async ofDevice(context) {
      const { device, rules } = await holding(context);
      const [on, off] = [rules.filter(({ enabled }) => enabled), rules.filter(({ enabled }) => !enabled)];
      const ids = [...narrowestRules(on, device), ...off.flatMap((rule) => narrowestRules([rule], device))].map(
        ({ id }) => id,
      );
      return crud.list(context, [sql`t.id = ANY (${ids}::integer[])`]);
    },
    async acting(context) {
      const { device, rules } = await holding(context);
      const watched = await watchedDevices(context.tx, device.id);
      const reaches = (rule: Rule, { device: target }: RuleAction) =>
        target === device.id ||
        (target !== 'linked' ? (target === 'self' ? [device] : []) : watched).some(
          (one) => narrowestRules([rule], one).length > 0,
        );
      const ids = rules.filter((rule) => rule.actions.some((action) => reaches(rule, action))).map(({ id }) => id);
      return crud.list(context, [sql`t.id = ANY (${ids}::integer[])`]);
    },
    async limits(context) {
      const { device, rules } = await holding(context);
      const on = rules.filter(({ enabled }) => enabled);
      return narrowestRules([...builtInRules, ...on], device).flatMap(({ levels }) => levels.flatMap(limitsOf));
    },
  };
}

/** The limits of a level that a chart of one sensor can show. */
const limitsOf = ({ severity, condition }: Level): DeviceLimit[] =>
  predicatesOf(condition).flatMap((predicate) =>
    'sensor' in predicate && !(typeof predicate.value === 'object' && 'sensor' in predicate.value)
      ? [{ sensor: predicate.sensor, operator: predicate.is, value: predicate.value as Limit['value'], severity }]
      : [],
  );
