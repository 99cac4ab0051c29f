import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCountries } from '#core/countries/web/parts.tsx';
import { searchMs } from '#platform/common/list.ts';
import { email, phone } from '#platform/common/validation/validation.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { api } from '../api.ts';
import { useText } from '../text.ts';

type Typed = { email?: unknown; phone?: unknown };
type SavedPerson = { email: string; phone?: string | null } | null;
type Shown = { error?: ReactNode };

/** The typed value after a pause, if it is complete and differs from the stored one; else nothing. */
function usePaused(value: unknown, standing: string | null | undefined, whole: (text: string) => boolean): string {
  const [text] = useDebouncedValue(typeof value === 'string' ? value.trim() : '', searchMs);
  return text !== '' && text.toLowerCase() !== standing?.toLowerCase() && whole(text) ? text : '';
}

/**
 * Reports during typing that an address is taken or a number cannot be called. A national number belongs to the
 * country. The form's own error takes precedence.
 */
export function useTypedChecks(typed: Typed, known: SavedPerson, countryId?: number | null) {
  const t = useText();
  const may = usePermitted(api.security.validateEmail.route.access);
  const address = usePaused(typed.email, known?.email, (text) => email().safeParse(text).success);
  const number = usePaused(typed.phone, known?.phone, (text) => phone().safeParse(text).success);
  const country = useCountries().all.find(({ id }) => id === countryId)?.shortCode;
  const free = useQuery({
    queryKey: [...api.security.validateEmail.key(), address],
    enabled: may && address !== '',
    queryFn: () => api.security.validateEmail.send({ body: { email: address }, silent: true }),
  });
  const callable = useQuery({
    queryKey: [...api.security.validatePhone.key(), number, country],
    enabled: number !== '',
    queryFn: () =>
      api.security.validatePhone.send({ body: { phone: number, ...(country ? { country } : {}) }, silent: true }),
  });
  const shown = (own: unknown, text: string | false): Shown => (own || !text ? {} : { error: text });
  return {
    email: (own: unknown) => shown(own, address !== '' && free.data?.free === false && t('validation.emailTaken')),
    phone: (own: unknown) => shown(own, number !== '' && callable.data?.valid === false && t('validation.notCallable')),
  };
}
