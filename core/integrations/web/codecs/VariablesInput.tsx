import { Stack, Text } from '@mantine/core';
import { useText } from '../api.ts';
import { type Pair, PairsInput } from '../PairsInput.tsx';

/** Names with their values, in the order in which they were written. */
export type Variables = readonly Pair[];
type Props = { value: Variables; onChange(value: Variables): void };

/** The input for the `variables` of a codec. */
export function VariablesInput({ value, onChange }: Props) {
  const t = useText();
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t('variables.text')}
      </Text>
      <PairsInput
        value={value}
        left={{ name: t('fields.name'), maxLength: 60 }}
        right={{ name: t('variables.value'), maxLength: 500 }}
        removes={(name) => t('variables.removeOf', { name })}
        adds={{ text: t('variables.add') }}
        onChange={onChange}
      />
    </Stack>
  );
}
