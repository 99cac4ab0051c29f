import { Alert, Button, FileButton, Stack } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Hash, VerifiedDocument } from '#core/print/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { formatPeriod } from '../common/format-cell.ts';
import { api } from './api.ts';
import { useText } from './texts.ts';

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Compares a file with the one that was made. The file stays in the browser. */
export function VerifyReportPage() {
  const t = useText();
  const { date } = useFormats();
  return (
    <VerifiedDocument
      of={api.verification.verify}
      texts={{
        title: t('pages.verify-code'),
        lead: t('verify.lead'),
        unknown: t('verify.unknown'),
        unknownText: t('verify.unknownText'),
      }}
      facts={({ name, company, madeAt, sha256, ...period }) => ({
        title: name,
        items: [
          [t('verify.company'), <bdi key="company">{company}</bdi>],
          [t('verify.period'), <Bdi key="period">{formatPeriod(period)}</Bdi>],
          [t('verify.madeAt'), <Bdi key="at">{date(madeAt)}</Bdi>],
          ['SHA-256', sha256 === null ? t('verify.notKept') : <Hash key="hash">{sha256}</Hash>],
          ...(sha256 === null ? [] : [[t('verify.choose'), <Comparison key="file" sha256={sha256} />] as const]),
        ],
      })}
    />
  );
}

function Comparison({ sha256 }: { sha256: string }) {
  const t = useText();
  const [isSame, setIsSame] = useState<boolean | null>(null);
  const compare = async (file: File | null) => {
    if (!file) return;
    setIsSame(hex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())) === sha256);
  };
  return (
    <Stack gap="xs" align="start">
      <FileButton onChange={(file) => void compare(file)}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconFileSearch size={iconSizes.sm} aria-hidden />}>
            {t('verify.choose')}
          </Button>
        )}
      </FileButton>
      {isSame !== null && (
        <Alert role="status" color={isSame ? 'green' : 'red'} title={t(isSame ? 'verify.same' : 'verify.differs')}>
          {t(isSame ? 'verify.sameText' : 'verify.differsText')}
        </Alert>
      )}
    </Stack>
  );
}
