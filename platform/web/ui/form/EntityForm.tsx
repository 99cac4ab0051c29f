import { Alert, Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useKitText } from '../../i18n/texts.ts';
import { meaningColors, sizes } from '../../theme.ts';
import { showFirstError } from './first-error.ts';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import type { EntityFormState as Form } from './use-entity-form.ts';

type Props = {
  form: Form;
  children: ReactNode;
  cancelTo?: string;
  submitLabel?: string;
  /** The action removes something: its button is subtle and red. */
  danger?: boolean;
  /** For fields that are side by side. */
  wide?: boolean;
  /** Whether it can only be saved after a change. */
  needsChange?: boolean;
};

/**
 * A form with one column of fields and the save button. If it is rejected, its first wrong field is focused. Leaving with
 * unsaved changes asks for confirmation.
 */
export function EntityForm(props: Props) {
  const { form, children, cancelTo, submitLabel, danger = false, wide = false, needsChange = false } = props;
  const t = useKitText();
  const navigate = useNavigate();
  const element = useRef<HTMLFormElement>(null);
  const unplaced = useRejected(form, element);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <UnsavedGuard when={form.dirty && !form.pending} />
      <Stack gap="md" maw={wide ? sizes.widePanel : sizes.form}>
        {form.draft && (
          <Alert variant="light" title={t('form.draftTitle')}>
            {t('form.draftText')}
            <Group gap="xs" mt="sm">
              <Button size="compact-sm" onClick={form.draft.restore}>
                {t('form.draftRestore')}
              </Button>
              <Button size="compact-sm" variant="default" onClick={form.draft.discard}>
                {t('form.draftDiscard')}
              </Button>
            </Group>
          </Alert>
        )}
        {children}
        {unplaced.length > 0 && (
          <Alert variant="light" color={meaningColors.danger} title={t('form.rejected')}>
            {unplaced.map((text) => (
              <div key={text}>{text}</div>
            ))}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs" mt="xs">
          {cancelTo && (
            <Button variant="default" onClick={() => void navigate(cancelTo)}>
              {t('actions.cancel')}
            </Button>
          )}
          <Button
            type="submit"
            {...(danger ? { variant: 'light', color: meaningColors.danger } : {})}
            loading={form.pending}
            disabled={needsChange && !form.dirty}
          >
            {submitLabel ?? t('actions.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Shows the first wrong field of a rejected form; returns the error if no field shows it. */
function useRejected({ rejection }: Form, form: RefObject<HTMLFormElement | null>): readonly string[] {
  const [unplaced, setUnplaced] = useState<readonly string[]>([]);
  useEffect(() => {
    const shown = rejection === null || form.current === null || showFirstError(form.current);
    setUnplaced(shown ? [] : rejection.faults);
  }, [rejection, form]);
  return unplaced;
}
