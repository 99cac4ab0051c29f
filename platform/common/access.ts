import { type AdminType, adminTypes, type CompanyType, companyTypes, type Role } from './company-kinds.ts';
import { hasBit, type PermissionIndex } from './permission-mask.ts';

/** `module.entity.action` granted by permission groups, for example `app.device.read`. */
export type Ability = `${string}.${string}.${string}`;

type Params = Readonly<Record<string, unknown>>;
/** A route parameter; true is the one that is called `id`. */
type Param = string | true;
const valueOf = (params: Params, param: Param): unknown => params[param === true ? 'id' : param];

/** All stated conditions must hold; `or` needs one of its rules as well. */
export type AccessRule = {
  /** Registry key `p_<module>_<entity>_<action>`. */
  permission?: string;
  ability?: Ability;
  /** The ability must hold for the resource whose id this route parameter is. */
  resourceParam?: Param;
  adminTypes?: readonly AdminType[];
  companyTypes?: readonly CompanyType[];
  notCompanyTypes?: readonly CompanyType[];
  /** Only for whom the app calls one of these. */
  appRoles?: { app: string; roles: readonly string[] };
  /** Not for whom the app calls one of these. */
  notAppRoles?: { app: string; roles: readonly string[] };
  /** Only for the company's own administrators; false: only for others. */
  companyAdmin?: boolean;
  /** Holds when this route parameter is the caller's own user id. */
  selfParam?: Param;
  /** Holds when this route parameter is the caller's own (or selected) company id. */
  companyParam?: Param;
  /** A company must be selected or owned. */
  needsCompany?: true;
  or?: readonly AccessRule[];
  /** All of them must hold: what several parts of a page ask for together. */
  and?: readonly AccessRule[];
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
    /** What the person is within apps, by app id. */
    appRoles: Readonly<Record<string, string>>;
  };
  /** Ids of the apps that the acting company holds. */
  apps: readonly string[];
  /** Base64url bits over the permission index: the ceiling of the system role. */
  mask: string;
  abilities: AbilityMap;
  /** The company acted for: own, or the selected customer. Null when none is selected. */
  actingFor: number | null;
};

export type Denial = 'no-session' | 'app-not-held' | 'app-not-offered' | 'no-permission' | 'no-company';

/** A resource's id; null for a thing that is of none, which only those see whom nothing limits; undefined for any. */
type Resource = string | number | null | undefined;

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

/** One condition of an access that does not hold. */
export type DenialReason =
  | { kind: 'no-session' | 'no-company' | 'other-person' | 'other-company' | 'company-admin' | 'not-company-admin' }
  | { kind: 'app-not-held'; app: string }
  /** The company holds it, but it is not for this person. */
  | { kind: 'app-not-offered'; app: string }
  /** The system role's ceiling does not reach it. */
  | { kind: 'role'; permission: string }
  /** No permission group grants it. */
  | { kind: 'group'; ability: Ability }
  | { kind: 'admin-type'; types: readonly AdminType[] }
  | { kind: 'company-type'; types: readonly CompanyType[]; not?: true }
  | { kind: 'app-role'; app: string }
  /** Each way in, and what it lacks. */
  | { kind: 'no-way'; ways: DenialReason[][] };

function warnOfUnknown(rule: AccessRule, warn: NonNullable<AccessContext['warn']>): void {
  const known = (list: readonly string[], type: string) => list.includes(type);
  for (const type of [...(rule.companyTypes ?? []), ...(rule.notCompanyTypes ?? [])])
    if (!known(companyTypes, type)) warn(`Unknown company type "${type}" in an access rule`);
  for (const type of rule.adminTypes ?? [])
    if (!known(adminTypes, type)) warn(`Unknown admin type "${type}" in an access rule`);
}

function reasonsAgainst(session: Session, rule: AccessRule, context: AccessContext): DenialReason[] {
  const { user } = session;
  const { index, params = {}, warn } = context;
  const found: DenialReason[] = [];
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
  // A session that the browser kept from an older version knows of none.
  const within = (stated: AccessRule['appRoles']) => stated?.roles.includes(user.appRoles?.[stated.app] ?? '') ?? false;
  if (rule.appRoles && !within(rule.appRoles) && user.adminType !== 'Super Admin')
    found.push({ kind: 'app-role', app: rule.appRoles.app });
  if (rule.notAppRoles && within(rule.notAppRoles)) found.push({ kind: 'app-role', app: rule.notAppRoles.app });
  if (rule.companyAdmin && !user.isAdmin && user.adminType !== 'Super Admin') found.push({ kind: 'company-admin' });
  if (rule.companyAdmin === false && user.isAdmin) found.push({ kind: 'not-company-admin' });
  if (rule.permission && !hasBit(session.mask, index[rule.permission]?.index))
    found.push({ kind: 'role', permission: rule.permission });
  const resource = rule.resourceParam ? (valueOf(params, rule.resourceParam) as Resource) : context.resource;
  if (rule.ability && !abilityHolds(session, rule.ability, resource, warn))
    found.push({ kind: 'group', ability: rule.ability });
  for (const one of rule.and ?? []) found.push(...reasonsAgainst(session, one, context));
  if (rule.or) {
    const ways = rule.or.map((one) => reasonsAgainst(session, one, context));
    if (ways.every((way) => way.length > 0)) found.push({ kind: 'no-way', ways });
  }
  return found;
}

/** The app whose holding an access depends on: the first word of its ability. */
export const appOf = (access: Access): string | undefined =>
  typeof access === 'object' && 'ability' in access ? access.ability?.split('.')[0] : undefined;

/** The apps that a company must hold, by id, with whom each is offered to at all. */
export type Solutions = ReadonlyMap<string, { offered?: AccessRule }>;

/** What `AccessContext` needs of the manifests. */
export const solutionsOf = (
  apps: readonly { id: string; kind: 'core' | 'solution'; offered?: AccessRule }[],
): Solutions =>
  new Map(apps.filter(({ kind }) => kind === 'solution').map(({ id, offered }) => [id, offered ? { offered } : {}]));

export type AccessContext = {
  index: PermissionIndex;
  solutions: Solutions;
  /** The app whose call or page it is; else the one that the ability names. */
  app?: string;
  params?: Params;
  /** What is acted on lies in this resource: abilities must hold for it. Left out, one resource is enough. */
  resource?: Resource;
  /** Hears what is wrong with a rule or a session; the guard of the server needs no such help. */
  warn?: (message: string) => void;
};

/**
 * The one judgement of access, shared by the server's guard, the browser's guard, the sidebar and buttons: every
 * condition that does not hold, the one to be told first at the front. Empty when access is granted. The app must be
 * held and offered, whatever else the access asks for.
 */
export function explain(session: Session | null, access: Access, context: AccessContext): DenialReason[] {
  if (typeof access === 'object' && 'public' in access) return [];
  if (!session) return [{ kind: 'no-session' }];
  const apps = [...new Set([context.app, appOf(access)])].flatMap((app) => reasonsAgainstApp(session, app, context));
  if (access === 'signed-in') return apps;
  return [
    ...apps,
    ...(access.needsCompany && session.actingFor === null ? [{ kind: 'no-company' } as const] : []),
    ...reasonsAgainst(session, access, context),
  ];
}

function reasonsAgainstApp(session: Session, app: string | undefined, context: AccessContext): DenialReason[] {
  const known = app === undefined ? undefined : context.solutions.get(app);
  if (app === undefined || !known) return [];
  if (!session.apps.includes(app)) return [{ kind: 'app-not-held', app }];
  const { offered } = known;
  return offered && reasonsAgainst(session, offered, context).length > 0 ? [{ kind: 'app-not-offered', app }] : [];
}

const words = new Set<string>(['no-session', 'app-not-held', 'app-not-offered', 'no-company'] satisfies Denial[]);

/** What `explain` objects to first, in one word; null when access is granted. */
export function denial(session: Session | null, access: Access, context: AccessContext): Denial | null {
  const [first] = explain(session, access, context);
  if (!first) return null;
  return words.has(first.kind) ? (first.kind as Denial) : 'no-permission';
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

/** Whether the session has `entity.action` of the app on what lies in this resource, or in none. */
export function hasAbilityOn(
  session: Session,
  app: string,
  entity: string,
  action: string,
  resource: number | null,
): boolean {
  const within = resourcesWith(session, app, entity, action);
  return within === null || (resource !== null && within.includes(resource));
}
