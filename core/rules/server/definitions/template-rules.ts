import { sql } from 'kysely';
import { storedAlarms } from '#core/alarms/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Rule, RuleFields } from '../../common/rule.ts';
import { resetRuleState } from '../evaluation/reset-devices.ts';
import { publishRuleChange } from './rule-schedules.ts';

/** A rule of a template, which applies to all devices that follow the version. */
export type TemplateRule = Pick<Rule, 'class' | 'kind'> &
  Pick<
    RuleFields,
    'name' | 'titles' | 'names' | 'levels' | 'clear' | 'schedule' | 'actions' | 'message' | 'guidance' | 'enabled'
  >;

/** id, device_id, kind, name, since: the rules of single devices that are switched on. */
export const deviceRules =
  '(SELECT id, device_id, kind, name, created_at AS since FROM alarm_rule WHERE device_id IS NOT NULL AND enabled)';

/** Adds the rules of a version of a template unless they are there. */
export async function addTemplateRules(
  tx: Tx,
  { versionId, companyId, app }: { versionId: number; companyId: number; app: string },
  rules: readonly TemplateRule[],
): Promise<void> {
  await sql`
    INSERT INTO alarm_rule (company_id, app, template_version_id, class, kind, name, titles, names, levels, clear, schedule, actions, message, guidance, enabled)
    SELECT ${companyId}, ${app}, ${versionId}, r.class, r.kind, r.name, r.titles, r.names, r.levels, r.clear, r.schedule, r.actions, r.message, r.guidance, r.enabled
      FROM jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) AS r(class text, kind text, name text, titles jsonb, names jsonb, levels jsonb, clear jsonb, schedule jsonb, actions jsonb, message jsonb, guidance jsonb, enabled boolean)
     WHERE NOT EXISTS (SELECT FROM alarm_rule WHERE template_version_id = ${versionId})`.execute(tx);
}

/** Deletes the rules of versions that no device follows any more. */
export async function removeTemplateRules(tx: Tx, versionIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('alarmRule').where('templateVersionId', '=', anyOf(versionIds)).execute();
}

/** Deletes the devices' own rules of these kinds. */
export async function removeDeviceRules(tx: Tx, ids: readonly number[], kinds: readonly string[]): Promise<void> {
  await tx.deleteFrom('alarmRule').where('deviceId', '=', anyOf(ids)).where('kind', '=', anyOf(kinds)).execute();
}

/**
 * Schedules a recheck of devices within the transaction that gives them another template, by the rules that now apply:
 * their present alarms, and the rules of the new version. Runs as the role that sees all rows.
 */
export async function recheckTemplateRules(
  { tx, kit, afterCommit }: Pick<Context, 'tx' | 'kit' | 'afterCommit'>,
  ids: readonly number[],
  versionId: number | null,
): Promise<void> {
  await sql`
    INSERT INTO alarm_judgement (rule_id, device_id, kind)
    SELECT NULL, device_id, kind FROM ${sql.raw(storedAlarms)} a
     WHERE device_id = ANY (${ids}::integer[]) AND rule_id IS NOT NULL AND disposition IN ('open', 'escalated') AND condition = 'active'
    UNION ALL SELECT id, NULL, NULL FROM alarm_rule WHERE template_version_id = ${versionId}::integer AND enabled`.execute(
    tx,
  );
  afterCommit(() => {
    publishRuleChange({ kit });
    resetRuleState(kit, ids);
  });
}
