import { endOfDay as endOfDayIn, startOfDay as startOfDayIn } from '#platform/common/time/time.ts';
import { companyZone, formatDate } from '#platform/web/i18n/formats.ts';
import { useMe } from '#platform/web/session/hooks.tsx';

/** The company whose relations a person sees: their own, or for people of the platform the selected customer. */
export function useOwnCompany(): number | null {
  const { session } = useMe();
  return session.user.companyId ?? session.actingFor;
}

export const addresses = {
  list: '/core/companies/list',
  requests: '/core/companies/list/requests',
  recommended: '/core/companies/list/recommended',
  create: '/core/companies/create',
  profile: (id: number | string) => `/core/companies/profile/${id}`,
  edit: (id: number | string) => `/core/companies/profile/${id}/edit`,
  owner: (id: number | string) => `/core/users/login-as-company-owner/${id}`,
} as const;

/** The end of a day that a date field names, in the company's zone; null for none. */
export const endOfCompanyDay = (day: string): string | null => (day ? endOfDayIn(day, companyZone()) : null);
/** The beginning of a day that a date field names, in the company's zone; null for none. */
export const startOfCompanyDay = (day: string): string | null => (day ? startOfDayIn(day, companyZone()) : null);
/** The day of an instant in the company's zone, as a date field expects it. */
export const companyDay = (instant: string | null): string => formatDate(instant, 'filter');
