import { Alert, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useLabels } from '../../i18n/texts.ts';
import { useInputText } from '../input/texts.ts';
import { ChooseFile } from './ChooseFile.tsx';
import type { ImportProps } from './ImportButton.tsx';
import { ImportOutcome } from './ImportOutcome.tsx';
import { MatchColumns } from './MatchColumns.tsx';
import { type Labelled, linesOf, type Matches, matchColumns } from './match-columns.ts';
import type { Table } from './read-table.ts';
import { useImport } from './use-import.ts';

/** From a file to records: choose it, see which columns it has, learn what would happen, and let it happen. */
export function ImportSteps({ of, params, columns, namespace, onClose }: ImportProps & { onClose(): void }) {
  const say = useInputText();
  const labelled = useLabelled(columns, namespace);
  const [file, setFile] = useState<{ name: string; table: Table } | null>(null);
  const [matches, setMatches] = useState<Matches>({});
  const { run, check, bring, stop, forget } = useImport(of, params);
  const lines = useMemo(() => (file ? linesOf(file.table.lines, matches, labelled) : []), [file, matches, labelled]);
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
  const again = () => {
    forget();
    setFile(null);
  };
  return (
    <Stack>
      <Alert variant="light" color="gray" title={<bdi>{file.name}</bdi>}>
        {say('import.linesFound', { count: file.table.lines.length })}
      </Alert>
      {run ? (
        <ImportOutcome
          run={run}
          table={file.table}
          columns={labelled}
          namespace={namespace}
          onBring={() => bring(lines)}
          onStop={stop}
          onBack={forget}
          onAgain={again}
          onClose={onClose}
        />
      ) : (
        <MatchColumns
          table={file.table}
          columns={labelled}
          matches={matches}
          onMatches={setMatches}
          onCheck={() => check(lines)}
          onBack={again}
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
