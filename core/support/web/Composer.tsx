import { ActionIcon, Button, Group, Menu, SegmentedControl, Text, Textarea } from '@mantine/core';
import { IconMessageBolt, IconSend, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { megabyte } from '#platform/common/upload.ts';
import { notify } from '#platform/web/client/notices.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { FileButton, FileDrop } from '#platform/web/ui/form/FileDrop.tsx';
import { UnsavedGuard } from '#platform/web/ui/form/UnsavedGuard.tsx';
import {
  type MessageKind,
  maxMessageLength,
  messageKindsOf,
  messageUpload,
  type TicketSide,
} from '../common/ticket.ts';
import { useText } from './api.ts';
import { cannedReplies } from './canned-replies.ts';
import classes from './Support.module.css';
import type { Outgoing } from './use-outgoing.ts';

type Props = {
  side: TicketSide;
  onSend(message: Pick<Outgoing, 'text' | 'kind' | 'files'>): void;
  onTyping(kind: MessageKind): void;
};

const { files: mostFiles, bytes: mostBytes } = messageUpload.many;

/** Writes a message or, for those who answer, a note; with files that are chosen, dropped or pasted. */
export function Composer({ side, onSend, onTyping }: Props) {
  const t = useText();
  const { number } = useFormats();
  const [text, setText] = useState('');
  const [kind, setKind] = useState<MessageKind>('public');
  const [files, setFiles] = useState<readonly File[]>([]);
  const input = useRef<HTMLTextAreaElement>(null);
  const kinds = messageKindsOf[side];
  const empty = text.trim() === '' && files.length === 0;

  const addFile = (file: File) =>
    setFiles((all) => {
      const next = [...all, file];
      const fits = next.length <= mostFiles && next.reduce((sum, { size }) => sum + size, 0) <= mostBytes;
      if (!fits) notify({ kind: 'negative', message: t('composer.tooMuch'), id: 'too-many-files' });
      return fits ? next : all;
    });
  const send = () => {
    if (empty) return;
    onSend({ text: text.trim(), kind, files });
    setText('');
    setFiles([]);
    input.current?.focus();
  };
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <FileDrop upload={messageUpload} multiple onFile={addFile}>
      <UnsavedGuard when={!empty} />
      <div className={classes.composer} data-kind={kind}>
        {kinds.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={t('composer.kind')}
            value={kind}
            onChange={(value) => setKind(value as MessageKind)}
            data={kinds.map((value) => ({ value, label: t(`values.kind.${value}`) }))}
          />
        )}
        <Textarea
          ref={input}
          aria-label={t(kind === 'public' ? 'composer.message' : 'composer.note')}
          placeholder={t(kind === 'public' ? 'composer.message' : 'composer.note')}
          description={t('composer.hint')}
          inputWrapperOrder={['input', 'description']}
          dir="auto"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={maxMessageLength}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            onTyping(kind);
          }}
          onKeyDown={sendByKey}
        />
        {files.length > 0 && (
          <ChosenFiles files={files} onRemove={(file) => setFiles((all) => all.filter((one) => one !== file))} />
        )}
        <Group gap="xs" className={classes.composerActions}>
          <FileButton label={t('composer.addFiles')} upload={messageUpload} multiple onFile={addFile} />
          {side !== 'customer' && kind === 'public' && (
            <CannedReplies onChoose={(reply) => setText((before) => (before ? `${before}\n${reply}` : reply))} />
          )}
          <Button
            className={classes.send}
            disabled={empty}
            leftSection={<IconSend size={iconSizes.md} className={classes.mirrored} aria-hidden />}
            onClick={send}
          >
            {t(kind === 'public' ? 'composer.send' : 'composer.sendNote')}
          </Button>
        </Group>
        <Text size="xs" c="dimmed">
          {t('composer.limits', {
            count: mostFiles,
            each: number(messageUpload.maxBytes / megabyte),
            all: number(mostBytes / megabyte),
          })}
        </Text>
      </div>
    </FileDrop>
  );
}

function ChosenFiles({ files, onRemove }: { files: readonly File[]; onRemove(file: File): void }) {
  const t = useText();
  return (
    <ul className={classes.chosen} aria-label={t('composer.chosen')}>
      {files.map((file) => (
        <li key={`${file.name} ${file.size} ${file.lastModified}`}>
          <bdi>{file.name}</bdi>
          <ActionIcon
            size="sm"
            aria-label={t('composer.removeFile', { name: file.name })}
            onClick={() => onRemove(file)}
          >
            <IconX size={iconSizes.sm} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

function CannedReplies({ onChoose }: { onChoose(text: string): void }) {
  const t = useText();
  return (
    <Menu position="top-start" width={360}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconMessageBolt size={iconSizes.md} aria-hidden />}>
          {t('composer.canned')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['en', 'ar'] as const).map((language) => (
          <div key={language}>
            <Menu.Label>{t(`composer.cannedIn.${language}`)}</Menu.Label>
            {cannedReplies[language].map((reply) => (
              <Menu.Item
                key={reply}
                lang={language}
                dir={language === 'ar' ? 'rtl' : 'ltr'}
                onClick={() => onChoose(reply)}
              >
                {reply}
              </Menu.Item>
            ))}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
