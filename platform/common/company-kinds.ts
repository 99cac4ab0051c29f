/** Kinds of companies and people that access rules use. */
export const companyTypes = [
  'Customer',
  'Integrator',
  'AMC',
  'FMC',
  'Operator',
  'Authority',
  'Security Company',
  'HQ Police Station',
  'Local Police Station',
  'Global Mobility Company',
  'Building Owner',
  'School',
] as const;
export type CompanyType = (typeof companyTypes)[number];

export const adminTypes = ['Super Admin', 'Financial Admin'] as const;
export type AdminType = (typeof adminTypes)[number];

/** Every company type has these three; their rank orders what each may do. */
export const roles = ['Viewer', 'Operator', 'Admin'] as const;
export type Role = (typeof roles)[number];

/** Companies that act for others: without a selected customer they see the data of all their clients. */
export const providerTypes: readonly CompanyType[] = [
  'Integrator',
  'AMC',
  'FMC',
  'Operator',
  'Authority',
  'Security Company',
];

const allClients: readonly (CompanyType | null)[] = ['FMC', 'AMC', 'Operator', 'Authority'];
/** Company types whose device lists ignore the selected customer. */
export const seesAllClients = (type: CompanyType | null): boolean => allClients.includes(type);

/** The company that a session acts for, with the providers that have a running contract with it. */
export type ActingCompany = CompanyRef & { timeZone: string; providers: readonly CompanyRef[] };
export type CompanyRef = { id: number; name: string; type: CompanyType };

/** A company with an integrator buys through it and has no market. */
export const marketHidden = (company: Pick<ActingCompany, 'providers'> | null): boolean =>
  company?.providers.some(({ type }) => type === 'Integrator') ?? false;
