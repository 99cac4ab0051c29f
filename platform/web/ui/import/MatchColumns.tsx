import { Button, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useKitText } from '../../i18n/texts.ts';
import { useInputText } from '../input/texts.ts';
import type { Labelled, Matches } from './match-columns.ts';
import type { Table } from './read-table.ts';

type Props = {
  table: Table;
  columns: readonly Labelled[];
  matches: Matches;
  onMatches(matches: Matches): void;
  onCheck(): void;
  onBack(): void;
};

/** Matches columns of the file with fields; matches by name are preselected. */
export function MatchColumns({ table, columns, matches, onMatches, onCheck, onBack }: Props) {
  const t = useKitText();
  const inputText = useInputText();
  const data = table.head.map((name, at) => ({
    value: String(at),
    label: name || inputText('import.unnamed', { number: at + 1 }),
  }));
  const missing = columns.filter(({ field, required }) => required && matches[field] === null);
  const unused = table.head.filter((_, at) => !Object.values(matches).includes(at));
  return (
    <Stack>
      <Text>{inputText('import.match')}</Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {columns.map(({ field, label, required }) => {
          const at = matches[field] ?? null;
          return (
            <Select
              key={field}
              label={label}
              data={data}
              value={at === null ? null : String(at)}
              onChange={(value) => onMatches({ ...matches, [field]: value === null ? null : Number(value) })}
              placeholder={inputText('import.leftOut')}
              description={at === null ? undefined : inputText('import.first', { value: table.lines[0]?.[at] ?? '' })}
              error={required && at === null ? t('validation.Required') : undefined}
              withAsterisk={Boolean(required)}
              clearable
              searchable
            />
          );
        })}
      </SimpleGrid>
      {unused.length > 0 && (
        <Text size="sm" c="dimmed">
          {inputText('import.unused', { names: unused.join(inputText('import.comma')) })}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {inputText('import.another')}
        </Button>
        <Button onClick={onCheck} disabled={missing.length > 0}>
          {inputText('import.check')}
        </Button>
      </Group>
    </Stack>
  );
}
