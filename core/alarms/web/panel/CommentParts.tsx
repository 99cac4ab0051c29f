import { ActionIcon, Checkbox, Group, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { notify } from '#platform/web/client/notices.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { FileButton } from '#platform/web/ui/form/FileDrop.tsx';
import { commentUpload } from '../../common/action-body.ts';
import classes from '../Alarms.module.css';
import { useText } from '../texts.ts';

/** What a comment has in addition to its text. */
export type CommentExtras = { mark: string | null; internal: boolean; files: readonly File[] };
export const noExtras: CommentExtras = { mark: null, internal: false, files: [] };

/** What is sent of it. */
export const sentExtras = ({ mark, internal, files }: CommentExtras) => ({
  ...(mark ? { mark } : {}),
  ...(internal ? { audience: 'company' } : {}),
  ...(files.length > 0 ? { files } : {}),
});

type Props = {
  app: string;
  marks: readonly string[];
  markRef: Ref<HTMLInputElement>;
  /** Whether the alarm has several companies. */
  shared: boolean;
  value: CommentExtras;
  onChange(value: CommentExtras): void;
  onSend(): void;
  /** The button that sends it. */
  children: ReactNode;
};

const { files: mostFiles, bytes: mostBytes } = commentUpload.many;
const fits = (files: readonly File[]) =>
  files.length <= mostFiles && files.reduce((sum, { size }) => sum + size, 0) <= mostBytes;

/** The mark of a comment, its readers and its files. */
export function CommentParts({ app, marks, markRef, shared, value, onChange, onSend, children }: Props) {
  const t = useText();
  const { label } = useLabels(app);
  const { mark, internal, files } = value;
  const add = (file: File) => {
    const all = [...files, file];
    if (fits(all)) onChange({ ...value, files: all });
    else notify({ kind: 'negative', message: t('files.tooMuch', { count: mostFiles }), id: 'too-many-files' });
  };
  return (
    <>
      {marks.length > 0 && (
        <Select
          ref={markRef}
          label={t('mark')}
          data={marks.map((one) => ({ value: one, label: label(`marks.${one}`) }))}
          value={mark}
          clearable
          onChange={(next) => onChange({ ...value, mark: next })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend();
          }}
        />
      )}
      {shared && (
        <Checkbox
          label={t('internal.choose')}
          checked={internal}
          onChange={(event) => onChange({ ...value, internal: event.currentTarget.checked })}
        />
      )}
      {files.length > 0 && (
        <ul className={classes.chosen} aria-label={t('files.chosen')}>
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              <bdi>{file.name}</bdi>
              <ActionIcon
                size="sm"
                aria-label={t('files.remove', { name: file.name })}
                onClick={() => onChange({ ...value, files: files.filter((one) => one !== file) })}
              >
                <IconX size={iconSizes.sm} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <Group gap="xs">
        {children}
        <FileButton label={t('files.add')} upload={commentUpload} onFile={add} />
      </Group>
    </>
  );
}
