import { Alert, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useLabels } from '../../i18n/texts.ts';
import { useInputText } from '../input/texts.ts';
import { ChooseFile } from './ChooseFile.tsx';
import type { ImportProps } from './ImportButton.tsx';
import { ImportOutcome } from './ImportOutcome.tsx';
import { MatchColumns } from './MatchColumns.tsx';
import { type Labelled, linesToImport, type Matches, matchColumns } from './match-columns.ts';
import type { Table } from './read-table.ts';
import { useImport } from './use-import.ts';

/** The steps of an import: select a file, match columns, check, import. */
export function ImportSteps({ of, params, columns, namespace, onClose }: ImportProps & { onClose(): void }) {
  const inputText = useInputText();
  const labelled = useLabelled(columns, namespace);
  const [file, setFile] = useState<{ name: string; table: Table } | null>(null);
  const [matches, setMatches] = useState<Matches>({});
  const { run, check, importLines, stop, reset } = useImport(of, params);
  const lines = useMemo(
    () => (file ? linesToImport(file.table.lines, matches, labelled) : []),
    [file, matches, labelled],
  );
  if (!file)
    return (
      <ChooseFile
        columns={labelled}
        onTable={(name, table) => {
          setFile({ name, table });
          setMatches(matchColumns(table.head, labelled));
        }}
      />
    );
  const restart = () => {
    reset();
    setFile(null);
  };
  return (
    <Stack>
      <Alert variant="light" color="gray" title={<bdi>{file.name}</bdi>}>
        {inputText('import.linesFound', { count: file.table.lines.length })}
      </Alert>
      {run ? (
        <ImportOutcome
          run={run}
          table={file.table}
          columns={labelled}
          namespace={namespace}
          onImport={() => importLines(lines)}
          onStop={stop}
          onBack={reset}
          onRestart={restart}
          onClose={onClose}
        />
      ) : (
        <MatchColumns
          table={file.table}
          columns={labelled}
          matches={matches}
          onMatches={setMatches}
          onCheck={() => check(lines)}
          onBack={restart}
        />
      )}
    </Stack>
  );
}

function useLabelled(columns: ImportProps['columns'], namespace: string): Labelled[] {
  const { label, has } = useLabels(namespace);
  return useMemo(
    () =>
      columns.map((column) => {
        const key = [`columns.${column.field}`, `fields.${column.field}`].find(has);
        const wordLabels = (column.words ?? []).map((word) => [word, label(`values.${column.field}.${word}`)]);
        return { ...column, label: key ? label(key) : column.field, wordLabels: Object.fromEntries(wordLabels) };
      }),
    [columns, label, has],
  );
}
