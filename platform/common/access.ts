import type { AdminType, CompanyType, Role } from './company-kinds.ts';
import { hasBit, type PermissionIndex } from './permission-mask.ts';

/** `module.entity.action` granted by permission groups, for example `swam.device.read`. */
export type Ability = `${string}.${string}.${string}`;

/** All stated conditions must hold; `or` needs one of its rules as well. */
export type AccessRule = {
  /** Registry key `p_<module>_<entity>_<action>`. */
  permission?: string;
  ability?: Ability;
  adminTypes?: readonly AdminType[];
  companyTypes?: readonly CompanyType[];
  notCompanyTypes?: readonly CompanyType[];
  /** Only for the company's own administrators. */
  companyAdmin?: true;
  /** Holds when this route parameter is the caller's own user id. */
  selfParam?: string;
  /** Holds when this route parameter is the caller's own (or selected) company id. */
  companyParam?: string;
  /** A company must be selected or owned. */
  needsCompany?: true;
  or?: readonly AccessRule[];
  /** Lowest role whose ceiling holds the permission, where the usual one is wrong. Only the registry reads it. */
  ceiling?: Role;
};

/** What a route or a page demands. There is no way to leave it out; `public` needs its reason. */
export type Access = { public: string } | 'signed-in' | AccessRule;

/** app id → resource id (a structure, or `*`) → entity → actions. */
export type AbilityMap = Record<string, Record<string, Record<string, string[]>>>;

/** Who is asking, as both the server's guard and the browser know it. */
export type Session = {
  user: {
    id: number;
    companyId: number | null;
    companyType: CompanyType | null;
    adminType: AdminType | null;
    /** Administrator of the own company: skips permission groups, never the ceiling. */
    isAdmin: boolean;
    role: Role;
    fleetRole: string | null;
  };
  /** Ids of the apps that the acting company holds. */
  apps: readonly string[];
  /** Base64url bits over the permission index: the ceiling of the system role. */
  mask: string;
  abilities: AbilityMap;
  /** The company acted for: own, or the selected customer. Null when none is selected. */
  actingFor: number | null;
};

export type Denial = 'no-session' | 'app-not-held' | 'no-permission' | 'no-company';

function abilityHolds(session: Session, ability: Ability, entityId?: string | number): boolean {
  const { user } = session;
  if (user.adminType === 'Super Admin' || user.isAdmin) return true;
  const [app, entity, action] = ability.split('.') as [string, string, string];
  const resources = session.abilities[app];
  if (!resources) return false;
  const lists = entityId === undefined ? Object.values(resources) : [resources[String(entityId)], resources['*']];
  return lists.some((modules) => modules?.[entity]?.includes(action));
}

function ruleHolds(session: Session, rule: AccessRule, index: PermissionIndex, params: Params): boolean {
  const { user } = session;
  if (rule.selfParam && String(params[rule.selfParam]) !== String(user.id)) return false;
  if (rule.companyParam) {
    const wanted = String(params[rule.companyParam]);
    if (wanted !== String(session.actingFor) && wanted !== String(user.companyId) && user.adminType !== 'Super Admin')
      return false;
  }
  if (rule.adminTypes && !(user.adminType && rule.adminTypes.includes(user.adminType))) return false;
  if (rule.companyTypes && !(user.companyType && rule.companyTypes.includes(user.companyType))) return false;
  if (rule.notCompanyTypes && user.companyType && rule.notCompanyTypes.includes(user.companyType)) return false;
  if (rule.companyAdmin && !user.isAdmin && user.adminType !== 'Super Admin') return false;
  if (rule.permission && !hasBit(session.mask, index[rule.permission]?.index)) return false;
  if (rule.ability && !abilityHolds(session, rule.ability)) return false;
  if (rule.or && !rule.or.some((one) => ruleHolds(session, one, index, params))) return false;
  return true;
}

type Params = Readonly<Record<string, unknown>>;

/** The app whose holding an access depends on: the first word of its ability. */
export const appOf = (access: Access): string | undefined =>
  typeof access === 'object' && 'ability' in access ? access.ability?.split('.')[0] : undefined;

/**
 * The one judgement of access, shared by the server's guard, the browser's guard, the sidebar and buttons.
 * Returns null when access is granted, else why not. `solutions` names the apps that must be held.
 */
export function denial(
  session: Session | null,
  access: Access,
  context: { index: PermissionIndex; solutions: ReadonlySet<string>; params?: Params },
): Denial | null {
  if (typeof access === 'object' && 'public' in access) return null;
  if (!session) return 'no-session';
  if (access === 'signed-in') return null;
  const app = appOf(access);
  if (app && context.solutions.has(app) && !session.apps.includes(app)) return 'app-not-held';
  if (access.needsCompany && session.actingFor === null) return 'no-company';
  return ruleHolds(session, access, context.index, context.params ?? {}) ? null : 'no-permission';
}

/** True when `denial` finds nothing to object. */
export const can = (...args: Parameters<typeof denial>): boolean => denial(...args) === null;

/** The resource ids for which the session has `entity.action` of the app, or null when it is not limited to some. */
export function resourcesWith(session: Session, app: string, entity: string, action: string): number[] | null {
  const { user } = session;
  if (user.adminType === 'Super Admin' || user.isAdmin) return null;
  const resources = Object.entries(session.abilities[app] ?? {}).filter(([, modules]) =>
    modules[entity]?.includes(action),
  );
  if (resources.some(([id]) => id === '*')) return null;
  return resources.map(([id]) => Number(id));
}
