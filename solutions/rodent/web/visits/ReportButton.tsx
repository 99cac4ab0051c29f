import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { saveFile } from '#platform/web/ui/attachments/open-file.ts';
import type { ShownVisit } from '../../common/visits/visit.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

/** Downloads the report of a signed visit in the language of the page. */
export function ReportButton({ visit: { id, number } }: { visit: Pick<ShownVisit, 'id' | 'number'> }) {
  const t = useText();
  const { language } = useFormats();
  const [loading, setLoading] = useState(false);
  const save = async () => {
    setLoading(true);
    await saveFile({ of: api.visit.pdf, params: { id }, query: { language }, name: `${number}.pdf` });
    setLoading(false);
  };
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypePdf size={iconSizes.sm} aria-hidden />}
      loading={loading}
      onClick={() => void save()}
    >
      {t('report.download')}
    </Button>
  );
}
