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

/** Where a file is chosen or dropped, and what its columns are. */
export function ChooseFile({
  columns,
  onTable,
}: {
  columns: readonly Labelled[];
  onTable(name: string, table: Read): void;
}) {
  const say = useInputText();
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
        <Text>{say('import.drop')}</Text>
        <FileButton accept=".csv,.tsv,.txt,.xlsx" onChange={(file) => void take(file)}>
          {(props) => (
            <Button {...props} loading={reading} data-autofocus>
              {say('import.choose')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {say('import.kinds')}
        </Text>
        {failure && (
          <Text role="alert" c="red.7">
            {say(`import.unreadable.${failure}`)}
          </Text>
        )}
      </div>
      <Group justify="space-between">
        <Text fw={600}>{say('import.columns')}</Text>
        <Anchor component="button" type="button" onClick={template}>
          {say('import.template')}
        </Anchor>
      </Group>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say('import.column')}</Table.Th>
            <Table.Th>{say('import.example')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.map(({ field, label, required, wordLabels, example }) => (
            <Table.Tr key={field}>
              <Table.Td>
                {label}
                {required && (
                  <Text span c="red.7">
                    {' *'}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <bdi>{Object.values(wordLabels).join(say('import.or')) || example}</bdi>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed">
        {say('import.safe')}
      </Text>
    </Stack>
  );
}
