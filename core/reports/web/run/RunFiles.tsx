import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconFileTypeCsv, IconFileTypePdf, IconFileTypeXls } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { sizeText } from '#platform/web/i18n/size-text.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { saveFile } from '#platform/web/ui/attachments/open-file.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { ReportRun } from '../../common/run.ts';
import { addresses } from '../addresses.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import classes from './run.module.css';
import { isUnderWay } from './run-state.tsx';

const icons = { pdf: IconFileTypePdf, xlsx: IconFileTypeXls, csv: IconFileTypeCsv };
type File = ReportRun['files'][number];

/** The parts of a code that a person compares; the whole of it is in the address. */
const codeLength = 8;

/** The name of a file in words: "PDF · English". */
function useFileName(): (file: File) => string {
  const t = useText();
  return ({ format, language }) => `${t(`values.format.${format}`)} · ${t(`values.language.${language}`)}`;
}

type ButtonProps = { companyId: number; run: ReportRun; file: File; compact?: boolean };

/** Downloads a file of a run. One that does not exist yet, or is no longer kept, cannot be. */
export function FileButton({ companyId, run, file, compact = false }: ButtonProps) {
  const t = useText();
  const nameOf = useFileName();
  const [busy, setBusy] = useState(false);
  const Icon = icons[file.format];
  const save = async () => {
    const { format, language } = file;
    setBusy(true);
    try {
      await saveFile({
        of: api.run.download,
        params: { companyId, id: run.id },
        query: { format, language },
        name: `${run.name}_${run.to.slice(0, 10)}_${language}.${format}`,
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      size={compact ? 'compact-sm' : 'sm'}
      leftSection={<Icon size={iconSizes.md} aria-hidden />}
      aria-label={t('run.downloadOf', { file: nameOf(file) })}
      loading={busy}
      disabled={file.bytes === null || run.state === 'expired'}
      onClick={() => void save()}
    >
      {nameOf(file)}
    </Button>
  );
}

/** The files of a run with their sizes, and the codes by which anybody compares a copy with them. */
export function RunFiles({ companyId, run }: { companyId: number; run: ReportRun }) {
  const t = useText();
  if (run.files.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t(isUnderWay(run) ? 'run.noFiles' : 'run.withoutFiles')}
      </Text>
    );
  return (
    <ul className={classes.lines}>
      {run.files.map((file) => (
        <li key={file.code}>
          <Group justify="space-between" gap="xs">
            <FileButton companyId={companyId} run={run} file={file} />
            <Text size="sm" c="dimmed" span>
              {file.bytes === null ? t('run.making') : <Bdi>{sizeText(file.bytes)}</Bdi>}
            </Text>
          </Group>
          {file.sha256 !== null && (
            <Text size="sm" c="dimmed">
              {t('run.verify')}{' '}
              <Anchor component={Link} to={addresses.verify(file.code)} inherit>
                <Bdi>{file.code.slice(0, codeLength)}</Bdi>
              </Anchor>
            </Text>
          )}
        </li>
      ))}
    </ul>
  );
}
