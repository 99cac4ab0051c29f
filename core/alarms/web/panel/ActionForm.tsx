import { Button, Group, Stack } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useKitText } from '#platform/web/i18n/texts.ts';
import type { ActionField } from '../../common/manifest.ts';
import classes from '../Alarms.module.css';
import { ActionFields, type FieldValues, initialValues, isFilled, sentValues } from './ActionFields.tsx';

type Props = {
  app: string;
  name: string;
  fields: Readonly<Record<string, ActionField>>;
  pending: boolean;
  onSend(values: FieldValues): void;
  onCancel(): void;
};

/** Whether a key closes a form of the panel: Escape, except in an open dropdown. The panel itself stays open. */
export function closesForm(event: KeyboardEvent): boolean {
  const inDropdown = event.target instanceof HTMLElement && event.target.ariaExpanded === 'true';
  if (event.key !== 'Escape' || inDropdown) return false;
  event.stopPropagation();
  event.nativeEvent.stopImmediatePropagation();
  return true;
}

/** What an action asks in addition to the comment. Enter sends it, and Escape closes it. */
export function ActionForm({ app, name, fields, pending, onSend, onCancel }: Props) {
  const kitText = useKitText();
  const [values, setValues] = useState<FieldValues>(() => initialValues(fields));
  const [checked, setChecked] = useState(false);
  const complete = Object.entries(fields).every(([key, field]) => isFilled(field, values[key]));
  return (
    <form
      aria-label={name}
      className={classes.actionForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (complete) onSend(sentValues(fields, values));
      }}
      onKeyDown={(event) => closesForm(event) && onCancel()}
    >
      <Stack gap="xs">
        <ActionFields app={app} fields={fields} values={values} checked={checked} onChange={setValues} />
        <Group gap="xs">
          <Button type="submit" size="sm" loading={pending}>
            {name}
          </Button>
          <Button size="sm" variant="default" onClick={onCancel}>
            {kitText('actions.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
