import type { AccessRule } from '#platform/common/access.ts';
import { type AdminType, type CompanyType, companyTypes, providerTypes } from '#platform/common/company-kinds.ts';
import { canDo } from '#platform/common/define-entity.ts';

/** The requester: a kind of company, or people of the platform. */
type Kind = { adminType: AdminType | null; companyType: CompanyType | null };

const serviceProviders: readonly CompanyType[] = ['FMC', 'AMC', 'Operator', 'Authority'];

/** The kinds to choose from when looking for a provider. */
export function selectableTypes({ adminType, companyType }: Kind): readonly CompanyType[] {
  if (adminType === 'Super Admin') return companyTypes;
  return companyType === 'Integrator' ? serviceProviders : [...serviceProviders, 'Security Company'];
}

/** The kinds that a company creates besides providers of its own: its customers, and those that work under it. */
const under: Partial<Record<CompanyType, readonly CompanyType[]>> = {
  Integrator: ['Customer'],
  'Security Company': ['Customer'],
  'HQ Police Station': ['Local Police Station'],
};

/** The kinds of companies that a person may create: the selectable ones, and those that work under the own company. */
export function creatableTypes(who: Kind): readonly CompanyType[] {
  if (who.adminType !== null) return who.adminType === 'Super Admin' ? companyTypes : [];
  const own = who.companyType === null ? [] : (under[who.companyType] ?? []);
  return [...own, ...selectableTypes(who)];
}

/** Which of two companies serves the other if one of them creates the other; null if neither does, as in the police. */
export function servingSide(maker: CompanyType, made: CompanyType): 'maker' | 'made' | null {
  if (providerTypes.includes(made)) return 'made';
  return providerTypes.includes(maker) ? 'maker' : null;
}

const labels: Record<CompanyType, string> = {
  Customer: 'customer',
  Integrator: 'integrator',
  AMC: 'asset-management',
  FMC: 'facility-management',
  Operator: 'operator',
  Authority: 'authority',
  'Security Company': 'security',
  'HQ Police Station': 'police-hq',
  'Local Police Station': 'police-local',
  'Global Mobility Company': 'global-mobility',
  'Building Owner': 'building-owner',
  School: 'school',
};

/** Creating is split by kind: one permission for each. */
export function mayCreate(type: CompanyType): AccessRule {
  const action = canDo('company.company', `create-${labels[type]}`);
  const makers = companyTypes.filter((companyType) => creatableTypes({ adminType: null, companyType }).includes(type));
  if (makers.length === 0) return { ...action, adminTypes: ['Super Admin'] };
  return { or: [{ ...action, companyTypes: makers }, { adminTypes: ['Super Admin'] }] };
}

export const mayCreateSome = (types: readonly CompanyType[]): AccessRule => ({ or: types.map(mayCreate) });

/** The request describes both sides of the relation between a provider and its client. */
export const requestTypes = [
  'ProviderEngagement',
  'ClientEngagement',
  'RenewContract',
  'CancelContract',
  'Device',
] as const;
export type RequestType = (typeof requestTypes)[number];

/**
 * The requests that a company may send: only providers take clients, and only companies without another kind order
 * devices.
 */
export function requestTypesOf(type: CompanyType | null): readonly RequestType[] {
  if (type === null) return [];
  if (providerTypes.includes(type)) return requestTypes;
  return requestTypes.filter((one) => one !== 'ClientEngagement');
}

/** Whether a company of one kind can be the destination of a request that another kind sends. */
export function fitsRequest(request: RequestType, sender: CompanyType, destination: CompanyType): boolean {
  if (request === 'ProviderEngagement')
    return selectableTypes({ adminType: null, companyType: sender }).includes(destination);
  if (request === 'ClientEngagement') return providerTypes.includes(sender) && destination !== 'Integrator';
  return true;
}
