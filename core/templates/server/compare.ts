import { sql } from 'kysely';
import { unconfirmedConfigs } from '#core/commands/server/api.ts';
import type { TemplateState } from '#core/devices/common/device.ts';
import type { DeviceConfig } from '#core/devices/common/models/model-settings.ts';
import { deviceChanged, recordTemplates, reportedConfigs, templateStatesOf } from '#core/devices/server/api.ts';
import { deviceRules } from '#core/rules/server/api.ts';
import { type Emitting, emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import type { Drift, Override } from '../common/device-template.ts';
import type { TemplateContent } from '../common/template.ts';
import { configOfContent, modelOf, ruleNames } from './content.ts';

/** The prefix of the fields of differing rules: `rule.<kind>`. */
export const ruleField = (kind: string): string => `rule.${kind}`;

type LocalRule = { kind: string; name: string; since: string };
type Followed = {
  deviceId: number;
  companyId: number;
  app: string;
  hardwareId: number;
  versionId: number;
  overrides: Override[];
  drift: Drift[];
  failure: string | null;
  content: TemplateContent;
  outdated: boolean;
  state: TemplateState;
  config: DeviceConfig | null;
  pending: boolean;
  rules: LocalRule[];
};
type Verdict = Pick<Followed, 'drift' | 'failure' | 'state'>;

/** How a device follows its template now. */
function verdictOf(kit: Pick<Kit, 'apps'>, followed: Followed, now: string): Verdict {
  const { content, config, rules, overrides, pending, outdated } = followed;
  const accepted = new Map(overrides.map(({ field, value }) => [field, value]));
  const names = ruleNames(content);
  const wanted = Object.entries(configOfContent(content, modelOf(kit, followed.app, followed.hardwareId))).filter(
    ([field]) => !accepted.has(field),
  );
  const differences: Omit<Drift, 'since'>[] = [
    ...wanted.flatMap(([field, value]) => {
      const actual = config?.[field];
      return actual === undefined || actual === value ? [] : [{ field, wanted: value, actual }];
    }),
    // An accepted value that the device has changed again.
    ...overrides.flatMap(({ field, value }) => {
      const actual = config?.[field];
      return actual === undefined || actual === value ? [] : [{ field, wanted: value, actual }];
    }),
    ...rules.flatMap(({ kind, name }) => {
      const rule = names.get(kind);
      return rule === undefined || accepted.has(ruleField(kind))
        ? []
        : [{ field: ruleField(kind), wanted: rule, actual: name }];
    }),
  ];
  const drift = differences.map((one) => {
    const known = followed.drift.find(({ field, actual }) => field === one.field && actual === one.actual);
    return { ...one, since: known?.since ?? now };
  });
  const configured = wanted.every(([field, value]) => config?.[field] === value);
  const failure = configured ? null : followed.failure;
  const state = pending
    ? 'pending'
    : failure !== null
      ? 'failed'
      : drift.length > 0
        ? 'drifted'
        : outdated
          ? 'outdated'
          : 'in-sync';
  // While a command is under way the device differs as expected.
  return { drift: pending ? drift.filter(({ field }) => field.startsWith(ruleField(''))) : drift, failure, state };
}

const isSame = (one: readonly Drift[], other: readonly Drift[]): boolean =>
  one.length === other.length &&
  one.every(({ field, wanted, actual }, at) => {
    const before = other[at];
    return before?.field === field && before.wanted === wanted && before.actual === actual;
  });

/** Compares devices with their templates and stores what has changed. Runs as the role that sees all rows. */
export async function compareDevices(
  { tx, kit, afterCommit }: Pick<Emitting, 'tx' | 'kit' | 'afterCommit'>,
  ids: readonly number[],
): Promise<void> {
  const found = await sql<Followed>`
    SELECT x.device_id, x.company_id, t.app, t.hardware_id, x.version_id, x.overrides, x.drift, x.failure, v.content, v.version < t.newest_version AS outdated, s.state, c.config,
           EXISTS (SELECT FROM ${sql.raw(unconfirmedConfigs)} u WHERE u.device_id = x.device_id) AS pending,
           coalesce((SELECT jsonb_agg(jsonb_build_object('kind', r.kind, 'name', r.name, 'since', r.since)) FROM ${sql.raw(deviceRules)} r WHERE r.device_id = x.device_id), '[]') AS rules
      FROM device_template x JOIN template t ON t.id = x.template_id JOIN template_version v ON v.id = x.version_id
      JOIN ${sql.raw(templateStatesOf)} s ON s.id = x.device_id JOIN ${sql.raw(reportedConfigs)} c ON c.device_id = x.device_id
     WHERE x.device_id = ANY (${ids}::integer[]) ORDER BY x.device_id FOR UPDATE OF x`.execute(tx);
  const now = new Date().toISOString();
  const changed = found.rows.flatMap((before) => {
    const after = verdictOf(kit, before, now);
    const { failure, state } = before;
    return after.failure === failure && after.state === state && isSame(after.drift, before.drift)
      ? []
      : [{ ...before, ...after, turned: after.state !== state }];
  });
  if (changed.length === 0) return;
  await sql`
    UPDATE device_template x SET drift = n.drift, failure = n.failure, since = CASE WHEN n.turned THEN now() ELSE x.since END
      FROM unnest(${changed.map(({ deviceId }) => deviceId)}::integer[], ${changed.map(({ drift }) => JSON.stringify(drift))}::jsonb[],
                  ${changed.map(({ failure }) => failure)}::text[],
                  ${changed.map(({ turned }) => turned)}::boolean[]) AS n(device, drift, failure, turned)
     WHERE x.device_id = n.device`.execute(tx);
  await recordTemplates(
    tx,
    changed.map(({ deviceId, versionId, state }) => ({ id: deviceId, versionId, state })),
  );
  afterCommit(() => {
    for (const { deviceId, companyId } of changed) deviceChanged(kit, { id: deviceId, companyId });
  });
}

const pageSize = 1000;

/** Compares all devices with their templates, a page in each transaction. */
export async function compareAll(kit: Kit): Promise<void> {
  for (let after = 0; ; ) {
    const page = await inSystem(kit.db, (tx) =>
      tx
        .selectFrom('deviceTemplate')
        .select('deviceId')
        .where('deviceId', '>', after)
        .orderBy('deviceId')
        .limit(pageSize)
        .execute(),
    );
    const ids = page.map(({ deviceId }) => deviceId);
    await emittingAsSystem(kit, kit.db, (context) => compareDevices(context, ids));
    if (ids.length < pageSize) return;
    after = ids.at(-1) ?? 0;
  }
}
