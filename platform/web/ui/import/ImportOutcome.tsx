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
/** More would only be scrolled past; the file of refused lines has all. */
const maxVisibleLines = 100;

type Props = {
  run: Run;
  table: Read;
  columns: readonly Labelled[];
  namespace: string;
  onBring(): void;
  onStop(): void;
  onBack(): void;
  onAgain(): void;
  onClose(): void;
};

/** How far it is, what became of the lines, and why some were refused. */
export function ImportOutcome({ run, table, columns, namespace, onBring, onStop, onBack, onAgain, onClose }: Props) {
  const t = useKitText();
  const say = useInputText();
  const { number } = useFormats();
  const reasons = useRefusalText(columns, namespace);
  const { total, state, dryRun } = run;
  const known = [...run.outcomes.values()];
  const counts = importOutcomes.map(
    (outcome) => [outcome, known.filter((one) => one.outcome === outcome).length] as const,
  );
  const refused = [...run.outcomes]
    .flatMap(([at, one]) => (one.outcome === 'refused' ? [{ at, text: reasons(one) }] : []))
    .sort((a, b) => a.at - b.at);
  const useful = known.some(({ outcome }) => outcome === 'created' || outcome === 'updated');
  const running = state === 'running';
  // The head of the file is its line 1.
  const lineOf = (at: number) => at + 2;
  const save = () =>
    download(
      'refused.csv',
      csvOf([
        [...table.head, say('import.reason')],
        ...refused.map(({ at, text }) => [...(table.lines[at] ?? []), text]),
      ]),
    );
  return (
    <Stack>
      <div aria-live="polite">
        <Text fw={600}>{say(`import.${dryRun ? 'checked' : 'brought'}.${state}`)}</Text>
        {running && !dryRun && (
          <Text size="sm" c="dimmed">
            {say('import.progress', { done: number(known.length), total: number(total) })}
          </Text>
        )}
      </div>
      {running && (
        <Progress
          value={dryRun ? 100 : (100 * known.length) / total}
          animated={dryRun}
          aria-label={t('import.title')}
        />
      )}
      <Group gap="xs">
        {counts.map(([outcome, count]) => (
          <ToneChip key={outcome} tone={count ? tones[outcome] : 'none'}>
            {say(`import.${dryRun ? 'would' : 'outcome'}.${outcome}`, { count, number: number(count) })}
          </ToneChip>
        ))}
      </Group>
      {refused.length > 0 && (
        <>
          <ScrollArea.Autosize mah="40vh" className={classes.refused}>
            <Table stickyHeader>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{say('import.line')}</Table.Th>
                  <Table.Th>{say('import.reason')}</Table.Th>
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
              {refused.length > maxVisibleLines && say('import.more', { count: refused.length - maxVisibleLines })}
            </Text>
            <Button variant="default" onClick={save}>
              {say('import.saveRefused')}
            </Button>
          </Group>
        </>
      )}
      <Group justify="flex-end">
        {running ? (
          <Button variant="default" onClick={onStop}>
            {say('import.stop')}
          </Button>
        ) : dryRun ? (
          <>
            <Button variant="default" onClick={onBack}>
              {say('import.back')}
            </Button>
            <Button onClick={onBring} disabled={state !== 'done' || !useful}>
              {say('import.bring')}
            </Button>
          </>
        ) : (
          <>
            <Button variant="default" onClick={onAgain}>
              {say('import.another')}
            </Button>
            {state === 'done' ? (
              <Button onClick={onClose}>{t('actions.close')}</Button>
            ) : (
              <Button onClick={onBring}>{t('actions.retry')}</Button>
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
