import { ActionIcon, Anchor, Progress, Skeleton, Stack, Text, Tooltip } from '@mantine/core';
import {
  IconDownload,
  IconFileText,
  IconFileTypeCsv,
  IconFileTypeDocx,
  IconFileTypePdf,
  IconFileTypePpt,
  IconFileTypeXls,
  IconPhoto,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { type Attachment, attachmentUpload } from '#platform/common/attachment.ts';
import { megabyte, type Upload } from '#platform/common/upload.ts';
import type { Endpoint } from '../../client/client-of.ts';
import { useAction, useData } from '../../client/hooks.ts';
import { formatList, useFormats } from '../../i18n/formats.ts';
import { sizeText } from '../../i18n/size-text.ts';
import { useKitText } from '../../i18n/texts.ts';
import { Can, usePermitted } from '../../session/hooks.tsx';
import type { IconProps } from '../../shell/navigation/icons.ts';
import { iconSizes, meaningColors } from '../../theme.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { FileButton, FileDrop } from '../form/FileDrop.tsx';
import { EmptyState } from '../state/EmptyState.tsx';
import { FailedState } from '../state/FailedState.tsx';
import { Ago } from '../time/Ago.tsx';
import classes from './Attachments.module.css';
import { openFile, opens, saveFile } from './open-file.ts';
import { type AttachmentCalls, type Sending, useSending } from './use-sending.ts';

type Props = {
  /** The calls of `attachmentRoutes`. */
  of: AttachmentCalls;
  /** The route parameters of the record. */
  params: Record<string, number>;
  upload?: Upload;
};

/** The documents of a record, with upload, preview, download and deletion. */
export function Attachments({ of, params, upload = attachmentUpload }: Props) {
  const t = useKitText();
  const mayAdd = usePermitted(of.add.route.access);
  const found = useData(of.list, { params }, { silent: true });
  const { sending, send, dismiss } = useSending(of, params);
  const [removing, setRemoving] = useState<Attachment | null>(null);
  const remove = useAction(of.remove, { onDone: () => setRemoving(null) });
  if (found.isError) return <FailedState error={found.error} onRetry={() => void found.refetch()} />;
  const rows = found.data as Attachment[] | undefined;
  const empty = rows?.length === 0 && sending.length === 0;
  return (
    <FileDrop upload={upload} multiple disabled={!mayAdd} onFile={send}>
      <Stack gap="sm">
        <Can access={of.add.route.access}>
          <FileButton label={t('attachments.add')} upload={upload} multiple variant="default" onFile={send} />
          <Hint upload={upload} />
        </Can>
        {sending.map((one) => (
          <SendingRow key={one.key} one={one} onDismiss={() => dismiss(one.key)} />
        ))}
        {rows ? (
          <ul className={classes.list} aria-label={t('attachments.title')}>
            {rows.map((row) => (
              <Row key={row.id} of={of} params={params} row={row} onRemove={() => setRemoving(row)} />
            ))}
          </ul>
        ) : (
          <Skeleton h="var(--row-height)" />
        )}
        {empty && <EmptyState drawing="log" title={t('attachments.emptyTitle')} text={t('attachments.emptyText')} />}
      </Stack>
      {removing && (
        <ConfirmDialog
          opened
          title={t('attachments.deleteTitle')}
          message={t('attachments.deleteText')}
          entityName={removing.name}
          pending={remove.pending}
          onConfirm={() => remove.run({ params: { ...params, attachmentId: removing.id } })}
          onCancel={() => setRemoving(null)}
        />
      )}
    </FileDrop>
  );
}

function Hint({ upload: { kinds, maxBytes } }: { upload: Upload }) {
  const t = useKitText();
  const { language, number } = useFormats();
  const named = formatList(
    kinds.map((kind) => t(`attachments.kinds.${kind}`)),
    language,
  );
  return (
    <Text size="sm" c="dimmed">
      {t('attachments.hint', { kinds: named, megabytes: number(Math.floor(maxBytes / megabyte)) })}
    </Text>
  );
}

/** A file that is being uploaded, or the reason why it could not be added; screen readers announce both. */
function SendingRow({ one, onDismiss }: { one: Sending; onDismiss(): void }) {
  const t = useKitText();
  const { name, part, fault } = one;
  return (
    <div className={classes.row}>
      <div className={classes.about}>
        <span>
          <bdi>{name}</bdi>
        </span>
        {fault ? (
          <Text component="span" size="sm" className={classes.fault} role="alert">
            {fault}
          </Text>
        ) : (
          <Progress
            value={part * 100}
            aria-label={t('attachments.sending', { name })}
            // Everything is sent; the server is checking it.
            animated={part === 1}
          />
        )}
      </div>
      {fault && <RowButton icon={IconX} label={t('attachments.dismiss', { name })} onClick={onDismiss} />}
    </div>
  );
}

type RowProps = { of: AttachmentCalls; params: Props['params']; row: Attachment; onRemove(): void };

function Row({ of, params, row, onRemove }: RowProps) {
  const t = useKitText();
  const [busy, setBusy] = useState(false);
  const { name, mediaType, size, person, createdAt } = row;
  const file = { of: of.file as Endpoint, params: { ...params, attachmentId: row.id }, name };
  const during = (work: Promise<void>) => {
    setBusy(true);
    void work.finally(() => setBusy(false));
  };
  const Icon = iconOf(mediaType);
  return (
    <li className={classes.row} aria-busy={busy}>
      <Icon size={iconSizes.lg} className={classes.icon} aria-hidden />
      <div className={classes.about}>
        {opens(mediaType) ? (
          <Anchor
            component="button"
            type="button"
            ta="start"
            aria-label={t('attachments.open', { name })}
            onClick={() => during(openFile(file))}
          >
            <bdi>{name}</bdi>
          </Anchor>
        ) : (
          <span>
            <bdi>{name}</bdi>
          </span>
        )}
        <span className={classes.note}>
          <span>{sizeText(size)}</span>
          {person && <bdi>{[person.name, person.company].filter(Boolean).join(' · ')}</bdi>}
          <Ago at={createdAt} />
        </span>
      </div>
      <RowButton
        icon={IconDownload}
        label={t('attachments.download', { name })}
        busy={busy}
        onClick={() => during(saveFile(file))}
      />
      <Can access={of.remove.route.access}>
        <RowButton icon={IconTrash} label={t('attachments.delete', { name })} danger onClick={onRemove} />
      </Can>
    </li>
  );
}

type ButtonProps = {
  icon: (props: IconProps) => React.ReactNode;
  label: string;
  danger?: boolean;
  busy?: boolean;
  onClick(): void;
};

function RowButton({ icon: Icon, label, danger, busy = false, onClick }: ButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        color={danger ? meaningColors.danger : meaningColors.quiet}
        loading={busy}
        aria-label={label}
        onClick={onClick}
      >
        <Icon size={iconSizes.md} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

const icons: readonly [string, typeof IconFileText][] = [
  ['image/', IconPhoto],
  ['application/pdf', IconFileTypePdf],
  ['wordprocessingml', IconFileTypeDocx],
  ['spreadsheetml', IconFileTypeXls],
  ['presentationml', IconFileTypePpt],
  ['text/csv', IconFileTypeCsv],
];
const iconOf = (mediaType: string) => icons.find(([part]) => mediaType.includes(part))?.[1] ?? IconFileText;
