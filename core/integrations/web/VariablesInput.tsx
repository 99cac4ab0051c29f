import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { iconSizes } from '#platform/web/theme.ts';
import { useText } from './api.ts';

/** Names with their values, in the order in which they were written. */
export type Variables = readonly (readonly [string, string])[];
type Props = { value: Variables; onChange(value: Variables): void };

/** What a codec reads as `variables`. */
export function VariablesInput({ value, onChange }: Props) {
  const t = useText();
  const change = (at: number, entry: readonly [string, string]) =>
    onChange(value.map((one, index) => (index === at ? entry : one)));
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t('variables.text')}
      </Text>
      {value.map(([name, text], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a variable has no name but the one that is edited
        <Group key={index} gap="xs" wrap="nowrap" align="end">
          <TextInput
            label={t('fields.name')}
            dir="ltr"
            maxLength={60}
            value={name}
            onChange={(event) => change(index, [event.currentTarget.value, text])}
          />
          <TextInput
            label={t('variables.value')}
            dir="ltr"
            maxLength={500}
            value={text}
            onChange={(event) => change(index, [name, event.currentTarget.value])}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('variables.removeOf', { name })}
            onClick={() => onChange(value.filter((_, at) => at !== index))}
          >
            <IconTrash size={iconSizes.md} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="default"
        w="fit-content"
        leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
        onClick={() => onChange([...value, ['', '']])}
      >
        {t('variables.add')}
      </Button>
    </Stack>
  );
}
