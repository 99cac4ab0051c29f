import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { messageKey } from '#platform/common/text/message-key.ts';
import { RequestError } from '../../client/request-error.ts';
import { useLabels } from '../../i18n/texts.ts';
import { sessionStore } from '../../session/session-store.ts';
import { draftOf } from './drafts.ts';
import { required } from './required.ts';
import { useRejection } from './use-rejection.ts';

type Values<S extends z.ZodObject> = z.input<S>;
type Field<S extends z.ZodObject> = keyof Values<S> & string;
type Options<S extends z.ZodObject> = {
  /** The text namespace of labels: `fields.<name>`, otherwise `columns.<name>`. */
  namespace: string;
  initial: { [Name in Field<S>]: Values<S>[Name] | '' | null };
  /** Called with the parsed values. The field errors of a 418 are shown under their fields. */
  save(values: z.output<S>): Promise<unknown>;
  onSaved?(): void;
  /** Resets the form after it was saved. */
  clears?: true;
};

/** The state of a form for a zod schema: labels by convention, translated errors under their fields. */
export function useEntityForm<S extends z.ZodObject>(
  schema: S,
  { namespace, initial, save, onSaved, clears }: Options<S>,
) {
  const { label, has } = useLabels(namespace);
  const form = useForm<Record<string, unknown>>({ initialValues: { ...initial }, mode: 'controlled' });
  const draft = useDraft(namespace, form.values, initial, form.isDirty(), (values) => form.setValues(values));
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<RequestError | null>(null);
  const { rejection, reject, clear } = useRejection();

  // The message of a rule is a text key; a slice may lack the text of another slice's rule.
  const textOf = (message: string) =>
    has(`validation.${message}`) ? label(`validation.${message}`) : label('validation.invalid');
  const labelOf = (name: string) => (has(`fields.${name}`) ? label(`fields.${name}`) : label(`columns.${name}`));
  const fieldOf = (name: string) => schema.shape[name] as z.ZodType | undefined;
  const isRequired = (name: string) => [undefined, null, ''].every((none) => !fieldOf(name)?.safeParse(none).success);

  async function submit(): Promise<void> {
    const values = Object.entries(form.values).map(([name, value]) => [
      name,
      isCleared(fieldOf(name), value) ? null : value,
    ]);
    const parsed = schema.safeParse(Object.fromEntries(values), { error: messageKey });
    if (!parsed.success) {
      const errors: Record<string, string> = {};
      for (const { path, message } of parsed.error.issues)
        for (const name of [path.join('.'), String(path[0])]) errors[name] ??= textOf(message);
      form.setErrors(errors);
      reject(errors, labelOf);
      return;
    }
    form.clearErrors();
    clear();
    setFailure(null);
    setPending(true);
    try {
      await save(parsed.data).catch(acceptKept);
      if (clears) form.reset();
      else form.resetDirty(form.values);
      onSaved?.();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      // An error within a value is shown under the field of the value.
      const fields = error.errors.map(({ param, msg }) => ({ name: param.split('.')[0] ?? param, param, msg }));
      const errors = Object.fromEntries(
        fields.flatMap(({ name, param, msg }) => [name, param].map((one) => [one, textOf(msg)])),
      );
      form.setErrors(errors);
      error.shown = fields.every(({ name }) => name in schema.shape);
      if (fields.length > 0) reject(error.shown ? errors : {}, labelOf);
      setFailure(error);
    } finally {
      setPending(false);
    }
  }

  return {
    values: form.values as { [Name in Field<S>]: Values<S>[Name] },
    set: <Name extends Field<S>>(name: Name, value: Values<S>[Name]) =>
      (form.setFieldValue as (name: string, value: unknown) => void)(name, value),
    /** The props of an input: label, value, error, change handler. `kind` is for checkboxes and switches. */
    field: (name: Field<S>, kind: 'input' | 'checkbox' = 'input') => ({
      ...form.getInputProps(name, { type: kind }),
      label: labelOf(name),
      name,
      ...(kind === 'checkbox' ? {} : markOf(isRequired(name))),
    }),
    /** The error of a part of a value, by its path. */
    errorAt: (path: string) => form.errors[path],
    submit,
    pending,
    failure,
    /** Why the form was not saved; null after it was. */
    rejection,
    /** The draft before a reload, to be restored or discarded. */
    draft,
    dirty: form.isDirty(),
    reset: () => form.reset(),
  };
}
export type EntityFormState = Pick<
  ReturnType<typeof useEntityForm>,
  'submit' | 'pending' | 'dirty' | 'draft' | 'rejection'
>;

/** Marks a required input. Checkboxes and switches have no such mark. */
const markOf = (isRequired: boolean): { withAsterisk?: boolean; 'aria-required'?: true } =>
  isRequired ? required : { withAsterisk: false };

/** A cleared number has the value '' in its input. */
const isCleared = (field: z.ZodType | undefined, value: unknown): boolean =>
  value === '' && field?.safeParse('').success === false && field.safeParse(null).success;

/** A change that is kept for later sending counts as saved. */
function acceptKept(error: unknown): void {
  if (!(error instanceof RequestError && error.kept)) throw error;
}

const settleMs = 400;

/** Stores a draft while typing and offers the one before a reload. Leaving the page discards it. */
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
    const timer = setTimeout(() => draft.save(values), settleMs);
    return () => clearTimeout(timer);
  }, [draft, dirty, values]);
  // If the session ended, the person did not choose to leave: the draft is kept.
  useEffect(() => () => void (sessionStore.get().me && draft.remove()), [draft]);
  if (!offered || dirty) return null;
  return {
    restore: () => {
      restore(offered);
      setOffered(null);
    },
    discard: () => {
      draft.remove();
      setOffered(null);
    },
  };
}
