import { Button, Group, Progress, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { type ImportReply, importOutcomes } from '#platform/common/import.ts';
import { useFormats } from '../../i18n/formats.ts';
import { useKitText, useLabels } from '../../i18n/texts.ts';
import { useInputText } from '../input/texts.ts';
import { csvOf } from '../list/export/csv.ts';
import { download } from '../list/export/download.ts';
import { ToneChip } from '../values/StatusChip.tsx';
import type { Tone } from '../values/severity.ts';
import classes from './Import.module.css';
import type { Labelled } from './match-columns.ts';
import type { Table as Read } from './read-table.ts';
import type { Run } from './use-import.ts';

const tones: Record<(typeof importOutcomes)[number], Tone> = {
  created: 'good',
  updated: 'ok',
  unchanged: 'none',
  refused: 'problem',
};
/** The file of refused lines contains all of them. */
const maxVisibleLines = 100;

type Props = {
  run: Run;
  table: Read;
  columns: readonly Labelled[];
  namespace: string;
  onImport(): void;
  onStop(): void;
  onBack(): void;
  onRestart(): void;
  onClose(): void;
};

/** The progress and outcome of an import, with the reasons for refused lines. */
export function ImportOutcome({ run, table, columns, namespace, onImport, onStop, onBack, onRestart, onClose }: Props) {
  const t = useKitText();
  const inputText = useInputText();
  const { number } = useFormats();
  const reasons = useRefusalText(columns, namespace);
  const { total, state, dryRun } = run;
  const outcomes = [...run.outcomes.values()];
  const counts = importOutcomes.map(
    (outcome) => [outcome, outcomes.filter((one) => one.outcome === outcome).length] as const,
  );
  const refused = [...run.outcomes]
    .flatMap(([at, one]) => (one.outcome === 'refused' ? [{ at, text: reasons(one) }] : []))
    .sort((a, b) => a.at - b.at);
  const useful = outcomes.some(({ outcome }) => outcome === 'created' || outcome === 'updated');
  const running = state === 'running';
  // Line 1 of the file is the header.
  const lineOf = (at: number) => at + 2;
  const save = () =>
    download(
      'refused.csv',
      csvOf([
        [...table.head, inputText('import.reason')],
        ...refused.map(({ at, text }) => [...(table.lines[at] ?? []), text]),
      ]),
    );
  return (
    <Stack>
      <div aria-live="polite">
        <Text fw={600}>{inputText(`import.${dryRun ? 'checked' : 'brought'}.${state}`)}</Text>
        {running && !dryRun && (
          <Text size="sm" c="dimmed">
            {inputText('import.progress', { done: number(outcomes.length), total: number(total) })}
          </Text>
        )}
      </div>
      {running && (
        <Progress
          value={dryRun ? 100 : (100 * outcomes.length) / total}
          animated={dryRun}
          aria-label={t('import.title')}
        />
      )}
      <Group gap="xs">
        {counts.map(([outcome, count]) => (
          <ToneChip key={outcome} tone={count ? tones[outcome] : 'none'}>
            {inputText(`import.${dryRun ? 'would' : 'outcome'}.${outcome}`, { count, number: number(count) })}
          </ToneChip>
        ))}
      </Group>
      {refused.length > 0 && (
        <>
          <ScrollArea.Autosize mah="40vh" className={classes.refused}>
            <Table stickyHeader>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{inputText('import.line')}</Table.Th>
                  <Table.Th>{inputText('import.reason')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {refused.slice(0, maxVisibleLines).map(({ at, text }) => (
                  <Table.Tr key={at}>
                    <Table.Td>{number(lineOf(at))}</Table.Td>
                    <Table.Td>{text}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </ScrollArea.Autosize>
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {refused.length > maxVisibleLines &&
                inputText('import.more', { count: refused.length - maxVisibleLines })}
            </Text>
            <Button variant="default" onClick={save}>
              {inputText('import.saveRefused')}
            </Button>
          </Group>
        </>
      )}
      <Group justify="flex-end">
        {running ? (
          <Button variant="default" onClick={onStop}>
            {inputText('import.stop')}
          </Button>
        ) : dryRun ? (
          <>
            <Button variant="default" onClick={onBack}>
              {inputText('import.back')}
            </Button>
            <Button onClick={onImport} disabled={state !== 'done' || !useful}>
              {inputText('import.bring')}
            </Button>
          </>
        ) : (
          <>
            <Button variant="default" onClick={onRestart}>
              {inputText('import.another')}
            </Button>
            {state === 'done' ? (
              <Button onClick={onClose}>{t('actions.close')}</Button>
            ) : (
              <Button onClick={onImport}>{t('actions.retry')}</Button>
            )}
          </>
        )}
      </Group>
    </Stack>
  );
}

function useRefusalText(columns: readonly Labelled[], namespace: string): (line: ImportReply[number]) => string {
  const { label, has } = useLabels(namespace);
  const names = new Map(columns.map((column) => [column.field, column.label]));
  return ({ errors }) =>
    errors
      .map(({ param, msg }) => {
        const key = `validation.${msg}`;
        return `${names.get(param) ?? param}: ${label(has(key) ? key : 'validation.invalid')}`;
      })
      .join(' · ');
}
