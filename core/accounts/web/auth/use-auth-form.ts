import { type FormEvent, useState } from 'react';
import { isPassword } from '#platform/common/validation/password-checks.ts';
import { errorMessage } from '#platform/web/client/connection.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { useFirstError } from '#platform/web/ui/form/first-error.ts';

type Errors = Record<string, string>;
type Options = {
  required: readonly string[];
  send(field: (name: string) => string): Promise<unknown>;
};

/**
 * A form before sign-in. It checks required fields and passwords; the server reports all other errors under the fields.
 */
export function useAuthForm({ required, send }: Options) {
  const { label, has } = useLabels('accounts');
  const [errors, setErrors] = useState<Errors>({});
  const [refused, setRefused] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const [done, setDone] = useState(false);
  const form = useFirstError<HTMLFormElement>(errors);
  const rule = (key: string) => label(has(`validation.${key}`) ? `validation.${key}` : 'validation.invalid');

  function missingIn(field: (name: string) => string): Errors {
    const found: Errors = {};
    for (const name of required) if (!field(name)) found[name] = rule('Required');
    if (required.includes('repeat') && !found.password && !isPassword(field('password')))
      found.password = rule('passwordValidation');
    if (required.includes('repeat') && !found.repeat && field('repeat') !== field('password'))
      found.repeat = rule('matchPassword');
    return found;
  }

  async function submit(element: HTMLFormElement): Promise<void> {
    const data = new FormData(element);
    const field = (name: string) => {
      const text = String(data.get(name) ?? '');
      return name === 'password' || name === 'repeat' ? text : text.trim();
    };
    const found = missingIn(field);
    setErrors(found);
    setRefused(null);
    if (Object.keys(found).length > 0) return;
    setPending(true);
    try {
      await send(field);
      setDone(true);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const placed = error.errors.filter(({ param }) => element.querySelector(`[name="${CSS.escape(param)}"]`));
      if (placed.length > 0) setErrors(Object.fromEntries(placed.map(({ param, msg }) => [param, rule(msg)])));
      else setRefused(errorMessage(error));
    } finally {
      setPending(false);
    }
  }

  return {
    /** The ref of the form. */
    form,
    errors,
    refused,
    pending,
    done,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      void submit(event.currentTarget);
    },
  };
}
