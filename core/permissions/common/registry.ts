import type { Access, AccessRule } from '#platform/common/access.ts';
import type { AdminType, CompanyType, Role } from '#platform/common/company-kinds.ts';
import type { AppManifest } from '#platform/common/define-app.ts';

/** What a manifest's `roles` may name: a role of companies, or people of the platform only. */
export type Ceiling = Role | AdminType;

export type Permission = {
  key: string;
  module: string;
  entity: string;
  action: string;
  /** The slice that declares it is a core slice: its abilities follow only from the ceiling. */
  core: boolean;
  ceiling: Ceiling;
  /** Null where some rule admits everybody. */
  companyTypes: ReadonlySet<CompanyType> | null;
  /** The roles within apps that rules with this permission name: guests with one of them have it, and no other guests. */
  appRoles: readonly AppRoles[];
};
type AppRoles = NonNullable<AccessRule['appRoles']>;

/** The roles of the actions that mean the same everywhere; every other action states its role where it is declared. */
const standardRoles: Readonly<Record<string, Role>> = {
  read: 'Viewer',
  create: 'Admin',
  update: 'Admin',
  delete: 'Admin',
  import: 'Admin',
  history: 'Admin',
  // For alarms and devices.
  acknowledge: 'Operator',
  comment: 'Operator',
  terminate: 'Operator',
  reject: 'Operator',
  escalate: 'Operator',
  command: 'Operator',
  install: 'Operator',
  suspend: 'Admin',
  token: 'Admin',
  transfer: 'Admin',
};
export const standardRole = (action: string): Role | undefined =>
  Object.hasOwn(standardRoles, action) ? standardRoles[action] : undefined;

/** `p_<module>_<entity>_<action>`; the action has `_` where its ability has `-`. */
export function partsOf(key: string): { module: string; entity: string; action: string } | null {
  const [, module, entity, action] = /^p_([^_]+)_([^_]+)_(.+)$/.exec(key) ?? [];
  return module && entity && action ? { module, entity, action: action.replaceAll('_', '-') } : null;
}

type Stated = {
  rule: AccessRule & { permission: string };
  companyTypes: readonly CompanyType[] | undefined;
  adminOnly: AdminType | undefined;
};

/** Every permission that a rule names, with its surrounding conditions. */
function statedIn(rule: AccessRule, outer: Pick<Stated, 'companyTypes' | 'adminOnly'>): Stated[] {
  const companyTypes = rule.companyTypes ?? outer.companyTypes;
  const adminOnly = rule.adminTypes?.[0]
    ? rule.adminTypes.includes('Financial Admin')
      ? 'Financial Admin'
      : 'Super Admin'
    : outer.adminOnly;
  const inner = (rule.or ?? []).flatMap((one) => statedIn(one, { companyTypes, adminOnly }));
  return rule.permission ? [{ rule: rule as Stated['rule'], companyTypes, adminOnly }, ...inner] : inner;
}

/** Every permission that a rule names together with a role within an app. */
function statedWithRoles(rule: AccessRule, outer?: AppRoles): [permission: string, appRoles: AppRoles][] {
  // All rules of `and` hold together.
  const appRoles = rule.appRoles ?? rule.and?.find((one) => one.appRoles)?.appRoles ?? outer;
  const inner = [...(rule.or ?? []), ...(rule.and ?? [])].flatMap((one) => statedWithRoles(one, appRoles));
  return rule.permission && appRoles ? [[rule.permission, appRoles], ...inner] : inner;
}

const accessesOf = (app: AppManifest): Access[] => [
  ...Object.values(app.routes).flatMap((set) => Object.values(set).map((one) => one.access)),
  ...app.pages.map((page) => page.access),
];

/** The parts of a pattern are compared from the right: `create`, `device.create` and `app.device.*` all work. */
function patternCeiling(app: AppManifest, parts: string[]): Ceiling | undefined {
  for (const [pattern, ceiling] of Object.entries(app.roles ?? {})) {
    const wanted = pattern.split('.');
    const tail = parts.slice(parts.length - wanted.length);
    if (wanted.every((word, at) => word === '*' || word === tail[at])) return ceiling;
  }
  return undefined;
}

/** All permissions that the manifests mention, in their order. */
export function permissionsOf(apps: readonly AppManifest[]): Permission[] {
  const found = new Map<string, Permission & { companyTypes: Set<CompanyType> | null; appRoles: AppRoles[] }>();
  for (const app of apps) {
    for (const access of accessesOf(app)) {
      if (typeof access !== 'object' || 'public' in access) continue;
      for (const stated of statedIn(access, { companyTypes: undefined, adminOnly: undefined })) add(app, stated);
    }
  }
  for (const access of apps.flatMap(accessesOf)) {
    if (typeof access !== 'object' || 'public' in access) continue;
    for (const [permission, appRoles] of statedWithRoles(access)) found.get(permission)?.appRoles.push(appRoles);
  }
  return [...found.values()];

  function add(app: AppManifest, { rule, companyTypes, adminOnly }: Stated) {
    const key = rule.permission;
    const known = found.get(key);
    if (known) {
      // One rule for security companies and another for customers: both types have it.
      if (!companyTypes) known.companyTypes = null;
      else for (const type of companyTypes) known.companyTypes?.add(type);
      return;
    }
    const parts = partsOf(key);
    if (!parts) throw new Error(`${app.id}: the permission "${key}" must have the form p_<module>_<entity>_<action>`);
    const { module, entity, action } = parts;
    const ceiling = patternCeiling(app, [module, entity, action]) ?? rule.ceiling ?? adminOnly ?? standardRole(action);
    if (!ceiling)
      throw new Error(
        `${app.id}: say under "roles" who has "${module}.${entity}.${action}", for example { '${entity}.${action}': 'Admin' }`,
      );
    found.set(key, {
      key,
      ...parts,
      core: app.kind === 'core',
      ceiling,
      companyTypes: companyTypes ? new Set(companyTypes) : null,
      appRoles: [],
    });
  }
}

/** The keys of a permission and of the module and entity that contain it. */
export const permissionKeys = ({ key, module, entity }: Pick<Permission, 'key' | 'module' | 'entity'>): string[] => [
  `m_${module}`,
  `sm_${module}_${entity}`,
  key,
];
