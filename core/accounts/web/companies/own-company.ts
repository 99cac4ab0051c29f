import { useMe } from '#platform/web/session/hooks.tsx';

/** The company whose relations a person sees: the own one, for people of the platform the selected customer. */
export function useOwnCompany(): number | null {
  const { session } = useMe();
  return session.user.companyId ?? session.actingFor;
}

export const addresses = {
  list: '/core/companies/list',
  requests: '/core/companies/list/requests',
  create: '/core/companies/create',
  profile: (id: number | string) => `/core/companies/profile/${id}`,
  edit: (id: number | string) => `/core/companies/profile/${id}/edit`,
  owner: (id: number | string) => `/core/users/login-as-company-owner/${id}`,
} as const;

/** The end of a day that a date field names, as an instant; null for none. */
export const endOfDay = (day: string): string | null => (day ? new Date(`${day}T23:59:59`).toISOString() : null);
/** The day of an instant, as a date field wants it. */
export function dayOf(instant: string | null): string {
  if (!instant) return '';
  const at = new Date(instant);
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;
}
