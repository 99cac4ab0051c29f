import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconEqual, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { iconSizes } from '#platform/web/theme.ts';
import type { MappingRule } from '../common/mapping.ts';
import { useText } from './api.ts';

type Values = MappingRule['values'];
type Entry = readonly [from: string, to: string];
type Props = { ruleKey: string; values: Values; onChange(values: Values): void };

/** A value as it is written: a number, yes or no, or a text. */
function valueOf(text: string): Values[string] {
  const written = text.trim();
  if (written === 'true' || written === 'false') return written === 'true';
  return written !== '' && Number.isFinite(Number(written)) ? Number(written) : text;
}

/** The value of the sensor for each value of a key. What is written stays as it is until both sides are there. */
export function EnumValues({ ruleKey, values, onChange }: Props) {
  const t = useText();
  const [entries, setEntries] = useState<readonly Entry[]>(() =>
    Object.entries(values).map(([from, to]) => [from, String(to)]),
  );
  const write = (next: readonly Entry[]) => {
    setEntries(next);
    const whole = next.filter(([from, to]) => from !== '' && to !== '');
    onChange(Object.fromEntries(whole.map(([from, to]) => [from, valueOf(to)])));
  };
  const change = (at: number, entry: Entry) => write(entries.map((one, index) => (index === at ? entry : one)));
  return (
    <Input.Wrapper label={t('mapping.values')} description={t('mapping.valuesText')} labelElement="div">
      <Stack gap="xs" mt="xs">
        {entries.map(([from, to], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no name but the one that is edited
          <Group key={index} gap="xs" wrap="nowrap">
            <TextInput
              aria-label={t('mapping.from')}
              placeholder={t('mapping.from')}
              dir="ltr"
              maxLength={120}
              value={from}
              onChange={(event) => change(index, [event.currentTarget.value, to])}
            />
            <IconEqual size={iconSizes.sm} aria-hidden />
            <TextInput
              aria-label={t('mapping.toOf', { value: from })}
              placeholder={t('mapping.sensor')}
              dir="ltr"
              maxLength={500}
              value={to}
              onChange={(event) => change(index, [from, event.currentTarget.value])}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('mapping.removeValueOf', { value: from })}
              onClick={() => write(entries.filter((_, at) => at !== index))}
            >
              <IconTrash size={iconSizes.md} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
          aria-label={t('mapping.addValueOf', { key: ruleKey })}
          onClick={() => setEntries([...entries, ['', '']])}
        >
          {t('mapping.addValue')}
        </Button>
      </Stack>
    </Input.Wrapper>
  );
}
