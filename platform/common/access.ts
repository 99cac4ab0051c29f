import { admitsGuest, reasonsAgainst } from './access-reasons.ts';
import type { AdminType, CompanyType, Role } from './company-kinds.ts';
import type { PermissionIndex } from './permission-mask.ts';

/** `module.entity.action` granted by permission groups, for example `app.device.read`. */
export type Ability = `${string}.${string}.${string}`;

type Params = Readonly<Record<string, unknown>>;
/** The name of a route parameter; `true` means `id`. */
export type Param = string | true;

/** All conditions that a rule states must hold; of `or`, at least one rule must hold as well. */
export type AccessRule = {
  /** Registry key `p_<module>_<entity>_<action>`. */
  permission?: string;
  ability?: Ability;
  /** The ability must hold for the resource whose id is in this route parameter. */
  resourceParam?: Param;
  adminTypes?: readonly AdminType[];
  companyTypes?: readonly CompanyType[];
  notCompanyTypes?: readonly CompanyType[];
  /** The caller's company must have no running contract with a provider of these kinds. */
  notClientOf?: readonly CompanyType[];
  /** The caller's company must have a running contract with a provider of one of these kinds. */
  clientOf?: readonly CompanyType[];
  /** The caller must have one of these roles within the app. */
  appRoles?: { app: string; roles: readonly string[] };
  /** The caller must have none of these roles within the app. */
  notAppRoles?: { app: string; roles: readonly string[] };
  /** `true`: only administrators of the company. `false`: everybody else. */
  companyAdmin?: boolean;
  /** This route parameter must be the caller's own user id. */
  selfParam?: Param;
  /** This route parameter must be the id of the caller's own or selected company. */
  companyParam?: Param;
  /** A company must be selected or owned. */
  needsCompany?: true;
  /** Guests pass as well: it concerns the caller's own account only. Otherwise they need a role that `appRoles` names. */
  guests?: true;
  or?: readonly AccessRule[];
  /** All of these rules must hold: the combined access of several parts of a page. */
  and?: readonly AccessRule[];
  /**
   * The lowest role that has the permission, where it differs from the default of the action. Only the registry reads
   * it.
   */
  ceiling?: Role;
  /**
   * The people to whom the route or page is offered, instead of those to whom its app is; read from the outermost rule
   * only. `route` and `page` store their option `offeredTo` here.
   */
  offeredTo?: AccessRule;
};

/** Who administers a company or the platform. */
export const administrators: AccessRule = {
  or: [{ companyAdmin: true }, { adminTypes: ['Super Admin', 'Financial Admin'] }],
};

/** Anybody with an account, guests included. `'signed-in'` is for staff. */
export const anyAccount: AccessRule = { guests: true };

/**
 * The access that a route or page requires. It cannot be left out; `public` requires a reason. A public route is called
 * anonymously, but with `callers` a valid token identifies the caller (`Context.caller`). With `link` it is called with a
 * signed link of this kind of the app (`Context.link`). With `feed` the token in its address is that of a feed of this kind
 * (`Context.feed`), and its answer is public for half a minute.
 */
export type Access = { public: string; callers?: true; link?: string; feed?: string } | 'signed-in' | AccessRule;

/** The access with the people to whom a route or page is offered, if they are not those of its app. */
export function offeredAccess(access: Access, offeredTo: AccessRule | undefined): Access {
  if (!offeredTo) return access;
  if (access === 'signed-in') return { offeredTo };
  if ('public' in access) throw new Error(`offered to everybody, because it is public: ${access.public}`);
  return { ...access, offeredTo };
}

/** app id → resource id (a structure, or `*`) → entity → actions. */
export type AbilityMap = Record<string, Record<string, Record<string, string[]>>>;

/** The caller, as both the server's guard and the browser know them. */
export type Session = {
  user: {
    id: number;
    /** A guest is somebody whom the company serves: a resident, a student, a borrower. */
    kind: 'staff' | 'guest';
    companyId: number | null;
    companyType: CompanyType | null;
    adminType: AdminType | null;
    /** Administrator of their own company: needs no permission group, but stays within the ceiling of the role. */
    isAdmin: boolean;
    role: Role;
    fleetRole: string | null;
    /** The person's role in each app, by app id. */
    appRoles: Readonly<Record<string, string>>;
    /** The kinds of the providers whose contract with the person's company runs. */
    providerTypes: readonly CompanyType[];
  };
  /** Ids of the apps that the current company is entitled to. */
  apps: readonly string[];
  /** Base64url-encoded bits over the permission index: the ceiling of the system role. */
  mask: string;
  abilities: AbilityMap;
  /** The structures that a contract for some of them is about; missing where nothing but abilities limits the caller. */
  structures?: readonly number[];
  /**
   * The current company: the caller's own or the selected customer. Null for people of the platform who have selected
   * none.
   */
  actingFor: number | null;
};

export type Denial = 'no-session' | 'app-not-held' | 'app-not-offered' | 'no-permission' | 'no-company';

/**
 * The id of a resource. `null`: the record belongs to no resource and is visible only to callers without a restriction.
 * `undefined`: any resource is enough.
 */
export type Resource = string | number | null | undefined;

/** One condition of an access that does not hold. */
export type DenialReason =
  | { kind: 'no-session' | 'no-company' | 'other-person' | 'other-company' | 'company-admin' | 'not-company-admin' }
  /** It is for staff. */
  | { kind: 'guest' }
  | { kind: 'app-not-held'; app: string }
  /** The company is entitled to the app, but the app is not offered to this person. */
  | { kind: 'app-not-offered'; app: string }
  /** The ceiling of the system role does not include the permission. */
  | { kind: 'role'; permission: string }
  /** No permission group grants it. */
  | { kind: 'group'; ability: Ability }
  | { kind: 'admin-type'; types: readonly AdminType[] }
  | { kind: 'company-type'; types: readonly CompanyType[]; not?: true }
  /** The company has no running contract with a provider of these kinds. */
  | { kind: 'no-provider'; types: readonly CompanyType[] }
  | { kind: 'app-role'; app: string }
  /** The reasons against each of the alternatives. */
  | { kind: 'no-way'; ways: DenialReason[][] };

/** The app that an access depends on: the first part of its ability. */
export const appOf = (access: Access): string | undefined =>
  typeof access === 'object' && 'ability' in access ? access.ability?.split('.')[0] : undefined;

/** The apps that a company must be entitled to, by id, with the rule for the people to whom each is offered. */
export type Solutions = ReadonlyMap<string, { offered?: AccessRule }>;

/** The `solutions` of an `AccessContext`, from the manifests. */
export const solutionsOf = (
  apps: readonly { id: string; kind: 'core' | 'solution'; offered?: AccessRule }[],
): Solutions =>
  new Map(apps.filter(({ kind }) => kind === 'solution').map(({ id, offered }) => [id, offered ? { offered } : {}]));

export type AccessContext = {
  index: PermissionIndex;
  solutions: Solutions;
  /** The app of the call or page; by default the app that the ability names. */
  app?: string;
  params?: Params;
  /** The resource of the record in question: abilities must hold for it. By default any resource is enough. */
  resource?: Resource;
  /** Receives warnings about a faulty rule or session. The server's guard passes none. */
  warn?: (message: string) => void;
};

/**
 * Evaluates access for the guards of server and browser, the sidebar and buttons. Returns every condition that does not
 * hold, the most important one first; an empty array grants access. The company must be entitled to the app, and the
 * caller one of those to whom the app, or this part of it, is offered, whatever else the access requires.
 */
export function explain(session: Session | null, access: Access, context: AccessContext): DenialReason[] {
  if (typeof access === 'object' && 'public' in access) return [];
  if (!session) return [{ kind: 'no-session' }];
  const apps = [...new Set([context.app, appOf(access)])].flatMap((app) =>
    reasonsAgainstApp(session, access, app, context),
  );
  const isGuest = session.user.kind === 'guest';
  if (access === 'signed-in') return isGuest ? [...apps, { kind: 'guest' }] : apps;
  return [
    ...apps,
    ...(isGuest && !admitsGuest(session, access, context) ? [{ kind: 'guest' } as const] : []),
    ...(access.needsCompany && session.actingFor === null ? [{ kind: 'no-company' } as const] : []),
    ...reasonsAgainst(session, access, context),
  ];
}

function reasonsAgainstApp(
  session: Session,
  access: Exclude<Access, { public: string }>,
  app: string | undefined,
  context: AccessContext,
): DenialReason[] {
  const known = app === undefined ? undefined : context.solutions.get(app);
  if (app === undefined || !known) return [];
  if (!session.apps.includes(app)) return [{ kind: 'app-not-held', app }];
  // What is offered is the route or page, so the app of an ability that it names elsewhere keeps its own rule.
  const own = access !== 'signed-in' && app === (context.app ?? appOf(access)) ? access.offeredTo : undefined;
  const rule = own ?? known.offered;
  return rule && reasonsAgainst(session, rule, context).length > 0 ? [{ kind: 'app-not-offered', app }] : [];
}

const words = new Set<string>(['no-session', 'app-not-held', 'app-not-offered', 'no-company'] satisfies Denial[]);

/** The code of the first denial reason; null when access is granted. */
export function denial(session: Session | null, access: Access, context: AccessContext): Denial | null {
  const [first] = explain(session, access, context);
  if (!first) return null;
  return words.has(first.kind) ? (first.kind as Denial) : 'no-permission';
}

/** True when access is granted. */
export const can = (...args: Parameters<typeof denial>): boolean => denial(...args) === null;
