import { Code, Fieldset, Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { useText } from '../api.ts';
import { type GroupRow, isOnlyCounted, numbersOf } from './draft.ts';
import { NumberField, type StepProps, TextField } from './step.tsx';

/** The bays of each group: a series of numbers, or none where only counters count. */
export function BaysStep(props: StepProps) {
  return (
    <Stack gap="md">
      {props.draft.groups.map((row, at) => (
        <BaysOfGroup key={row.key} {...props} row={row} at={at} />
      ))}
    </Stack>
  );
}

const ways = ['bays', 'counted'] as const;
type RowProps = StepProps & { row: GroupRow; at: number };

function BaysOfGroup({ draft, changeGroup, errorAt, row, at }: RowProps) {
  const t = useText();
  const set = (changes: Partial<GroupRow>) => changeGroup(row.key, changes);
  const counted = isOnlyCounted(draft, row);
  return (
    <Fieldset legend={<bdi>{row.name}</bdi>}>
      <Stack gap="sm">
        <SegmentedControl
          aria-label={t('add.howCounted', { name: row.name })}
          value={counted ? 'counted' : 'bays'}
          data={ways.map((value) => ({ value, label: t(`add.ways.${value}`) }))}
          onChange={(value) => set({ onlyCounted: value === 'counted' })}
        />
        {counted ? (
          <Text size="sm">{t('add.countedText', { count: row.places ?? 0 })}</Text>
        ) : (
          <>
            <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
              <TextField
                name={`groups.${at}.prefix`}
                label={t('fields.prefix')}
                dir="auto"
                value={row.prefix}
                error={errorAt(`groups.${at}.prefix`)}
                onChange={(prefix) => set({ prefix })}
              />
              <NumberField
                name={`groups.${at}.from`}
                label={t('fields.from')}
                value={row.from}
                error={errorAt(`groups.${at}.from`)}
                onChange={(from) => set({ from })}
              />
              <NumberField
                name={`groups.${at}.digits`}
                label={t('fields.digits')}
                value={row.digits}
                error={errorAt(`groups.${at}.digits`)}
                onChange={(digits) => set({ digits })}
              />
            </SimpleGrid>
            <Preview numbers={numbersOf(row)} />
          </>
        )}
      </Stack>
    </Fieldset>
  );
}

const shownFirst = 3;

/** The first numbers of a series and its last one. */
function Preview({ numbers }: { numbers: readonly string[] }) {
  const t = useText();
  if (numbers.length === 0) return null;
  const first = numbers.slice(0, numbers.length <= shownFirst + 1 ? numbers.length : shownFirst);
  return (
    <Group gap="xs" role="group" aria-label={t('add.preview')}>
      <Text size="sm" c="dimmed">
        {t('add.bays', { count: numbers.length })}
      </Text>
      {first.map((number) => (
        <Number key={number} of={number} />
      ))}
      {first.length < numbers.length && (
        <>
          <span aria-hidden>…</span>
          <Number of={numbers.at(-1) ?? ''} />
        </>
      )}
    </Group>
  );
}

const Number = ({ of }: { of: string }) => (
  <Code>
    <bdi>{of}</bdi>
  </Code>
);
