import { alarmKindOf } from '#core/alarms/common/rule-kind.ts';
import type { CachedDevice } from '#core/devices/server/api.ts';
import type { Rule } from '../../common/rule.ts';

type ScopedRule = Pick<
  Rule,
  'id' | 'kind' | 'companyId' | 'app' | 'solutionId' | 'hardwareId' | 'templateVersionId' | 'structureId' | 'deviceId'
>;
type Placed = Pick<CachedDevice, 'id' | 'app' | 'solutionId' | 'hardwareId' | 'templateVersionId' | 'structureId'>;

const concerns = (rule: ScopedRule, device: Placed): boolean =>
  (rule.app === '*' || rule.app === device.app) &&
  (rule.solutionId === null || rule.solutionId === device.solutionId) &&
  (rule.hardwareId === null || rule.hardwareId === device.hardwareId) &&
  (rule.templateVersionId === null || rule.templateVersionId === device.templateVersionId) &&
  (rule.structureId === null || rule.structureId === device.structureId) &&
  (rule.deviceId === null || rule.deviceId === device.id);

/** Greater for a narrower scope: device, structure, template, model, solution, company, built in. */
function narrowness(rule: ScopedRule): number {
  const { deviceId, structureId, templateVersionId, hardwareId, solutionId, companyId } = rule;
  const scopes = [companyId, solutionId, hardwareId, templateVersionId, structureId, deviceId];
  return scopes.findLastIndex((scope) => scope !== null);
}

/**
 * The rules of a company, and the built-in ones, that apply to a device: for each kind those with the narrowest scope.
 */
export function narrowestRules<Of extends ScopedRule>(rules: readonly Of[], device: Placed): Of[] {
  const concerned = rules.filter((rule) => concerns(rule, device));
  const narrowest = new Map<string, number>();
  for (const rule of concerned) {
    const kind = alarmKindOf(rule);
    narrowest.set(kind, Math.max(narrowest.get(kind) ?? Number.NEGATIVE_INFINITY, narrowness(rule)));
  }
  return concerned.filter((rule) => narrowness(rule) === narrowest.get(alarmKindOf(rule)));
}
