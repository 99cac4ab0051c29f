import { Anchor, Button, FileButton, Group, Stack, Table, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { iconSizes } from '../../theme.ts';
import { useInputText } from '../input/texts.ts';
import { csvOf } from '../list/export/csv.ts';
import { download } from '../list/export/download.ts';
import classes from './Import.module.css';
import type { Labelled } from './match-columns.ts';
import { type Table as Read, readTable, UnreadableTable } from './read-table.ts';

/** Selects or drops the file, and lists the supported columns. */
export function ChooseFile({
  columns,
  onTable,
}: {
  columns: readonly Labelled[];
  onTable(name: string, table: Read): void;
}) {
  const inputText = useInputText();
  const [over, setOver] = useState(false);
  const [reading, setReading] = useState(false);
  const [failure, setFailure] = useState<UnreadableTable['reason'] | null>(null);

  async function take(file: File | null | undefined): Promise<void> {
    if (!file) return;
    setReading(true);
    setFailure(null);
    try {
      onTable(file.name, await readTable(file));
    } catch (error) {
      if (!(error instanceof UnreadableTable)) throw error;
      setFailure(error.reason);
    } finally {
      setReading(false);
    }
  }

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  const template = () =>
    download('template.csv', csvOf([columns.map((one) => one.label), columns.map((one) => one.example)]));

  return (
    <Stack>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the button within is for the keyboard */}
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileSpreadsheet size={iconSizes.xl} aria-hidden />
        <Text>{inputText('import.drop')}</Text>
        <FileButton accept=".csv,.tsv,.txt,.xlsx" onChange={(file) => void take(file)}>
          {(props) => (
            <Button {...props} loading={reading} data-autofocus>
              {inputText('import.choose')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {inputText('import.kinds')}
        </Text>
        {failure && (
          <Text role="alert" c="var(--severity-problem-text)">
            {inputText(`import.unreadable.${failure}`)}
          </Text>
        )}
      </div>
      <Group justify="space-between">
        <Text fw={600}>{inputText('import.columns')}</Text>
        <Anchor component="button" type="button" onClick={template}>
          {inputText('import.template')}
        </Anchor>
      </Group>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{inputText('import.column')}</Table.Th>
            <Table.Th>{inputText('import.example')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.map(({ field, label, required, wordLabels, example }) => (
            <Table.Tr key={field}>
              <Table.Td>
                {label}
                {required && (
                  <Text span c="var(--severity-problem-text)">
                    {' *'}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <bdi>{Object.values(wordLabels).join(inputText('import.or')) || example}</bdi>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed">
        {inputText('import.safe')}
      </Text>
    </Stack>
  );
}
