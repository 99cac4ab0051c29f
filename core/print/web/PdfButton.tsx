import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import { notify } from '#platform/web/client/notices.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { keepFile } from '#platform/web/ui/attachments/open-file.ts';
import type { PrintState } from '../common/print.ts';
import { api } from './api.ts';
import { useText } from './text.ts';

type Props = {
  label: string;
  companyId: number;
  /** The name of the file, without its ending. */
  name: string;
  /** Requests the document and resolves with its id. */
  request(): Promise<number>;
};

const lookEveryMs = 1000;

/** Requests a document as PDF, waits until it is laid out and downloads it. */
export function PdfButton({ label, companyId, name, request }: Props) {
  const t = useText();
  const [id, setId] = useState<number | null>(null);
  const [requesting, setRequesting] = useState(false);
  const state = usePrintState(companyId, id);
  const client = useQueryClient();
  useEffect(() => {
    if (id === null || !state || state.state === 'queued') return;
    setId(null);
    client.removeQueries({ queryKey: api.print.state.key({ params: { companyId, id } }) });
    if (state.state === 'done') void keepFile({ of: api.print.file, params: { companyId, id }, name: `${name}.pdf` });
    else notify({ kind: 'negative', message: t(`errors.${state.error ?? 'page-failed'}`) });
  }, [id, state, client, companyId, name, t]);
  const start = async () => {
    setRequesting(true);
    // The client has shown the error as a notification.
    await request().then(setId, () => undefined);
    setRequesting(false);
  };
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypePdf size={iconSizes.sm} aria-hidden />}
      loading={requesting || id !== null}
      onClick={() => void start()}
    >
      {label}
    </Button>
  );
}

function usePrintState(companyId: number, id: number | null): PrintState | undefined {
  const query = useData(
    api.print.state,
    { params: { companyId, id: id ?? 0 } },
    { enabled: id !== null, refetchInterval: lookEveryMs, staleTime: 0 },
  );
  return id === null ? undefined : query.data;
}
