import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import type { GrantWithSecrets, NewGrant } from '../common/grant.ts';
import { useText } from './texts.ts';
import { useAccess } from './use-access.ts';

/** Gives access, and keeps the errors of each field. */
export function useGive(onGiven: (grant: GrantWithSecrets) => void) {
  const { calls } = useAccess();
  const t = useText();
  const { label, has } = useLabels('access');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const create = useAction(calls.userAccess.create, {
    keyed: true,
    invalidates: [calls.userAccess.list],
    notice: ({ credentials }) => t('given.done', { count: new Set(credentials.map(({ device }) => device.id)).size }),
  });
  const give = async (body: NewGrant) => {
    setErrors({});
    try {
      onGiven(await create.ask({ body }));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const text = (msg: string) => label(has(`validation.${msg}`) ? `validation.${msg}` : 'validation.invalid');
      setErrors(Object.fromEntries(error.errors.map(({ param, msg }) => [param.split('.')[0], text(msg)])));
    }
  };
  return { give, errors, pending: create.pending };
}
