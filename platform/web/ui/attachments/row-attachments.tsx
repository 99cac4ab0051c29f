import { IconPaperclip } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useKitText } from '../../i18n/texts.ts';
import { type RowAction, rowAction } from '../list/rows/row-actions.tsx';
import { SidePanel } from '../page/SidePanel.tsx';
import { Attachments } from './Attachments.tsx';
import type { AttachmentCalls } from './use-sending.ts';

/** A row action that opens the documents of the row in a panel. `of` must be stable. */
export function useRowAttachments<Row extends { id: number; name: string }>(
  of: AttachmentCalls,
  params: Record<string, number>,
): { action: RowAction<Row>; panel: ReactNode } {
  const t = useKitText();
  const [row, setRow] = useState<Row | null>(null);
  const action = useMemo(
    () =>
      rowAction<Row>('documents', {
        icon: IconPaperclip,
        access: of.list.route.access,
        run: (one) => {
          setRow(one);
          return undefined;
        },
      }),
    [of],
  );
  return {
    action,
    panel: row && (
      <SidePanel title={`${t('attachments.title')} · ${row.name}`} onClose={() => setRow(null)}>
        <Attachments of={of} params={{ ...params, id: row.id }} />
      </SidePanel>
    ),
  };
}
