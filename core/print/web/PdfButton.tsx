import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import { notify } from '#platform/web/client/notices.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { saveFile } from '#platform/web/ui/attachments/open-file.ts';
import type { PrintState } from '../common/print.ts';
import { api } from './api.ts';
import { useText } from './text.ts';

type Printing = { id: number; companyId: number };
type Props = {
  label: string;
  /** The name of the file, without its ending. */
  name: string;
  /** Requests the document and resolves with its id and company. */
  request(): Promise<Printing>;
};

const pollMs = 1000;

/** Requests a document as PDF, waits until it is laid out and downloads it. */
export function PdfButton({ label, name, request }: Props) {
  const t = useText();
  const [printing, setPrinting] = useState<Printing | null>(null);
  const [requesting, setRequesting] = useState(false);
  const state = usePrintState(printing);
  const client = useQueryClient();
  useEffect(() => {
    if (!printing || !state || state.state === 'queued') return;
    setPrinting(null);
    client.removeQueries({ queryKey: api.print.state.key({ params: printing }) });
    if (state.state === 'done') void saveFile({ of: api.print.file, params: printing, name: `${name}.pdf` });
    else notify({ kind: 'negative', message: t(`errors.${state.error ?? 'page-failed'}`) });
  }, [printing, state, client, name, t]);
  const start = async () => {
    setRequesting(true);
    // The client has shown the error as a notification.
    await request().then(
      ({ id, companyId }) => setPrinting({ id, companyId }),
      () => undefined,
    );
    setRequesting(false);
  };
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypePdf size={iconSizes.sm} aria-hidden />}
      loading={requesting || printing !== null}
      onClick={() => void start()}
    >
      {label}
    </Button>
  );
}

function usePrintState(printing: Printing | null): PrintState | undefined {
  const query = useData(
    api.print.state,
    { params: printing ?? { id: 0, companyId: 0 } },
    { enabled: printing !== null, refetchInterval: pollMs, staleTime: 0 },
  );
  return printing ? query.data : undefined;
}
