import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { RequestError } from '../../client/request-error.ts';
import { useLabels } from '../../i18n/texts.ts';
import { sessionStore } from '../../session/session-store.ts';
import { draftOf } from './drafts.ts';

type Values<S extends z.ZodObject> = z.input<S>;
type Field<S extends z.ZodObject> = keyof Values<S> & string;
type Options<S extends z.ZodObject> = {
  /** Namespace of the labels: `fields.<name>`, else `columns.<name>`. */
  namespace: string;
  initial: { [Name in Field<S>]: Values<S>[Name] | '' | null };
  /** Gets what the schema made of the input. A 418 puts its errors under their fields. */
  save(values: z.output<S>): Promise<unknown>;
  onSaved?(): void;
  /** Empties the form after it was saved. */
  clears?: true;
};

/** A form over a zod object: labels by convention, errors under their fields in the person's language. */
export function useEntityForm<S extends z.ZodObject>(
  schema: S,
  { namespace, initial, save, onSaved, clears }: Options<S>,
) {
  const { label, has } = useLabels(namespace);
  const form = useForm<Record<string, unknown>>({ initialValues: { ...initial }, mode: 'controlled' });
  const draft = useDraft(namespace, form.values, initial, form.isDirty(), (values) => form.setValues(values));
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<RequestError | null>(null);

  // The rule's message is a key; what zod says by itself is no text for people.
  const textOf = (message: string) =>
    has(`validation.${message}`) ? label(`validation.${message}`) : label('validation.invalid');
  const labelOf = (name: string) => (has(`fields.${name}`) ? label(`fields.${name}`) : label(`columns.${name}`));
  const isRequired = (name: string) =>
    [undefined, null, ''].every((none) => !(schema.shape[name] as z.ZodType | undefined)?.safeParse(none).success);

  async function submit(): Promise<void> {
    const parsed = schema.safeParse(form.values);
    if (!parsed.success) {
      const errors: Record<string, string> = {};
      for (const { path, message } of parsed.error.issues)
        for (const name of [path.join('.'), String(path[0])]) errors[name] ??= textOf(message);
      form.setErrors(errors);
      focusFirst(Object.keys(errors));
      return;
    }
    form.clearErrors();
    setFailure(null);
    setPending(true);
    try {
      await save(parsed.data);
      if (clears) form.reset();
      else form.resetDirty(form.values);
      onSaved?.();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      // A fault within a value stands under the field of the value.
      const fields = error.errors.map(({ param, msg }) => ({ name: param.split('.')[0] ?? param, param, msg }));
      form.setErrors(
        Object.fromEntries(fields.flatMap(({ name, param, msg }) => [name, param].map((one) => [one, textOf(msg)]))),
      );
      error.shown = fields.every(({ name }) => name in schema.shape);
      focusFirst(error.errors.map((one) => one.param));
      setFailure(error);
    } finally {
      setPending(false);
    }
  }

  return {
    values: form.values as { [Name in Field<S>]: Values<S>[Name] },
    set: <Name extends Field<S>>(name: Name, value: Values<S>[Name]) =>
      (form.setFieldValue as (name: string, value: unknown) => void)(name, value),
    /** What an input needs: label, value, error, change. `kind` for checkboxes and switches. */
    field: (name: Field<S>, kind: 'input' | 'checkbox' = 'input') => ({
      ...form.getInputProps(name, { type: kind }),
      label: labelOf(name),
      name,
      withAsterisk: kind === 'input' && isRequired(name),
    }),
    submit,
    pending,
    failure,
    /** Unfinished work that a reload interrupted: to be restored or let go. */
    draft,
    dirty: form.isDirty(),
    reset: () => form.reset(),
  };
}
export type EntityForm = Pick<ReturnType<typeof useEntityForm>, 'submit' | 'pending' | 'dirty' | 'draft'>;

function focusFirst(names: readonly string[]): void {
  const [first] = names;
  if (first) document.querySelector<HTMLElement>(`[name="${CSS.escape(first)}"]`)?.focus();
}

const settleMs = 400;

/** Keeps what is typed for a reload, and offers what the reload before interrupted. Leaving the page by itself lets it go. */
function useDraft(
  namespace: string,
  values: Record<string, unknown>,
  initial: Record<string, unknown>,
  dirty: boolean,
  restore: (values: Record<string, unknown>) => void,
): { restore(): void; discard(): void } | null {
  const [draft] = useState(() =>
    draftOf(`${sessionStore.get().me?.user.id}:${window.location.pathname}:${namespace}`, initial),
  );
  const [offered, setOffered] = useState(() => draft.read());
  useEffect(() => {
    if (!dirty) return;
    const timer = setTimeout(() => draft.keep(values), settleMs);
    return () => clearTimeout(timer);
  }, [draft, dirty, values]);
  // When the session ends while one types, the form is left without the person's will.
  useEffect(() => () => void (sessionStore.get().me && draft.forget()), [draft]);
  if (!offered || dirty) return null;
  return {
    restore: () => {
      restore(offered);
      setOffered(null);
    },
    discard: () => {
      draft.forget();
      setOffered(null);
    },
  };
}
