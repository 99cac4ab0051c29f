import { sql } from 'kysely';
import { storedAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts, deviceNamed } from '#core/devices/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import type { Actor } from '#platform/server/serve.ts';
import { ruleList, storedRule } from '../../common/rule.ts';

/** The structure of a rule: its own, or that of its device. */
const structureOf = sql<
  number | null
>`coalesce(t.structure_id, (SELECT d.structure_id FROM ${sql.raw(deviceFacts)} d WHERE d.id = t.device_id))`;

export const ruleEntity = { table: 'alarm_rule', list: ruleList, row: storedRule };
export const ruleSelection = () => ({
  structure: structureNamed('t.structure_id'),
  device: deviceNamed('t.device_id'),
  openAlarms: sql`(SELECT count(*)::integer FROM ${sql.raw(storedAlarms)} a WHERE a.rule_id = t.id AND a.disposition IN ('open', 'escalated'))`,
});

/** A condition on `t`: a rule of the app in a structure in which the caller may read its rules. */
export function readableIn({ session }: Pick<Actor, 'session'>, app: string) {
  const structures = resourcesWith(session, app, 'rule', 'read');
  const within = structures && sql`(${structureOf} IS NULL OR ${structureOf} = ANY (${structures}::integer[]))`;
  return sql`(t.app = ${app} AND ${within ?? sql`true`})`;
}

/** Rules of templates are shown with their template. */
export const ofNoTemplate = sql`t.template_version_id IS NULL`;
