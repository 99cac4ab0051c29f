import type { Ability, AccessContext, AccessRule, DenialReason, Param, Resource, Session } from './access.ts';
import { adminTypes, companyTypes } from './company-kinds.ts';
import { hasBit } from './permission-mask.ts';

const valueOf = (params: Readonly<Record<string, unknown>>, param: Param): unknown =>
  params[param === true ? 'id' : param];

function abilityHolds(session: Session, ability: Ability, resource: Resource, warn: AccessContext['warn']): boolean {
  const { user } = session;
  if (user.adminType === 'Super Admin' || user.isAdmin) return true;
  const [app, entity, action] = ability.split('.') as [string, string, string];
  const resources = session.abilities[app];
  if (!resources) {
    warn?.(`No abilities for the app "${app}"`);
    return false;
  }
  const lists = resource === undefined ? Object.values(resources) : [resources[String(resource)], resources['*']];
  return lists.some((modules) => modules?.[entity]?.includes(action));
}

function warnOfUnknown(rule: AccessRule, warn: NonNullable<AccessContext['warn']>): void {
  const known = (list: readonly string[], type: string) => list.includes(type);
  for (const type of [
    ...(rule.companyTypes ?? []),
    ...(rule.notCompanyTypes ?? []),
    ...(rule.notClientOf ?? []),
    ...(rule.clientOf ?? []),
  ])
    if (!known(companyTypes, type)) warn(`Unknown company type "${type}" in an access rule`);
  for (const type of rule.adminTypes ?? [])
    if (!known(adminTypes, type)) warn(`Unknown admin type "${type}" in an access rule`);
}

/** Whether the person has one of the roles. A session that the browser cached from an older version has none. */
const isWithin = ({ user }: Session, stated: AccessRule['appRoles']): boolean =>
  stated?.roles.includes(user.appRoles?.[stated.app] ?? '') ?? false;

/** Whether the rule, or one of those that must hold with it, lets guests in. */
const letsIn = (session: Session, rule: AccessRule): boolean =>
  rule.guests === true || isWithin(session, rule.appRoles) || (rule.and?.some((one) => letsIn(session, one)) ?? false);

/** Whether a rule that holds lets a guest in, by itself or by an alternative that holds. */
export function admitsGuest(session: Session, rule: AccessRule, context: AccessContext): boolean {
  if (letsIn(session, rule)) return true;
  const isWay = (one: AccessRule) =>
    admitsGuest(session, one, context) && reasonsAgainst(session, one, context).length === 0;
  return [...(rule.or ?? []), ...(rule.and ?? [])].some(isWay);
}

/**
 * The conditions of a rule that do not hold. A guest has no abilities: the role that a rule names takes their place
 * (`letIn`).
 */
export function reasonsAgainst(
  session: Session,
  rule: AccessRule,
  context: AccessContext,
  letIn = false,
): DenialReason[] {
  const { user } = session;
  const { index, params = {}, warn } = context;
  const found: DenialReason[] = [];
  const admitted = user.kind === 'guest' && (letIn || letsIn(session, rule));
  if (warn) warnOfUnknown(rule, warn);
  if (rule.selfParam && String(valueOf(params, rule.selfParam)) !== String(user.id))
    found.push({ kind: 'other-person' });
  if (rule.companyParam) {
    const wanted = String(valueOf(params, rule.companyParam));
    if (wanted !== String(session.actingFor) && wanted !== String(user.companyId) && user.adminType !== 'Super Admin')
      found.push({ kind: 'other-company' });
  }
  if (rule.adminTypes && !(user.adminType && rule.adminTypes.includes(user.adminType)))
    found.push({ kind: 'admin-type', types: rule.adminTypes });
  if (rule.companyTypes && !(user.companyType && rule.companyTypes.includes(user.companyType)))
    found.push({ kind: 'company-type', types: rule.companyTypes });
  if (rule.notCompanyTypes && user.companyType && rule.notCompanyTypes.includes(user.companyType))
    found.push({ kind: 'company-type', types: rule.notCompanyTypes, not: true });
  // A session that the browser cached from an older version has no `providerTypes`.
  if (rule.notClientOf && user.providerTypes?.some((type) => rule.notClientOf?.includes(type)))
    found.push({ kind: 'company-type', types: rule.notClientOf, not: true });
  if (rule.clientOf && !user.providerTypes?.some((type) => rule.clientOf?.includes(type)))
    found.push({ kind: 'no-provider', types: rule.clientOf });
  if (rule.appRoles && !isWithin(session, rule.appRoles) && user.adminType !== 'Super Admin')
    found.push({ kind: 'app-role', app: rule.appRoles.app });
  if (rule.notAppRoles && isWithin(session, rule.notAppRoles))
    found.push({ kind: 'app-role', app: rule.notAppRoles.app });
  if (rule.companyAdmin && !user.isAdmin && user.adminType !== 'Super Admin') found.push({ kind: 'company-admin' });
  if (rule.companyAdmin === false && user.isAdmin) found.push({ kind: 'not-company-admin' });
  if (rule.permission && !hasBit(session.mask, index[rule.permission]?.index))
    found.push({ kind: 'role', permission: rule.permission });
  const resource = rule.resourceParam ? (valueOf(params, rule.resourceParam) as Resource) : context.resource;
  if (rule.ability && !admitted && !abilityHolds(session, rule.ability, resource, warn))
    found.push({ kind: 'group', ability: rule.ability });
  for (const one of rule.and ?? []) found.push(...reasonsAgainst(session, one, context, admitted));
  if (rule.or) {
    const ways = rule.or.map((one) => reasonsAgainst(session, one, context, admitted));
    if (ways.every((way) => way.length > 0)) found.push({ kind: 'no-way', ways });
  }
  return found;
}
