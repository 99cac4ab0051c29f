import { Button, Text } from '@mantine/core';
import { IconFilePlus, IconPhotoUp } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { megabyte, pickerTypes, type Upload } from '#platform/common/upload.ts';
import { useKitText } from '../../i18n/texts.ts';
import { iconSizes } from '../../theme.ts';
import classes from './FileDrop.module.css';

type Choice = {
  upload: Upload;
  /** Allows several files; `onFile` is called once per file. */
  multiple?: boolean;
  onFile(file: File): void;
};

const isOfImages = ({ kinds }: Upload) => kinds.every((kind) => kind === 'image');

/** Checks the size before the upload; the server checks the bytes. */
function useChoice({ upload, multiple = false, onFile }: Choice) {
  const t = useKitText();
  const [fault, setFault] = useState<string | null>(null);
  const choose = (chosen: Iterable<File> | null | undefined) => {
    const files = [...(chosen ?? [])].slice(0, multiple ? undefined : 1);
    if (files.length === 0) return;
    const small = files.filter((file) => file.size <= upload.maxBytes);
    const limit = { megabytes: Math.floor(upload.maxBytes / megabyte) };
    setFault(small.length < files.length ? t('errors.file-too-large', limit) : null);
    for (const file of small) onFile(file);
  };
  return { fault, choose };
}

type PickProps = Choice & { label: string; pending?: boolean; variant?: 'filled' | 'default' };

/** A button that opens the file picker. */
export function FileButton({ label, pending = false, variant = 'default', ...choice }: PickProps) {
  const input = useRef<HTMLInputElement>(null);
  const { fault, choose } = useChoice(choice);
  const Icon = isOfImages(choice.upload) ? IconPhotoUp : IconFilePlus;
  return (
    <span className={classes.pick}>
      <Button
        variant={variant}
        loading={pending}
        leftSection={<Icon size={iconSizes.md} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={choice.upload.kinds.flatMap((kind) => pickerTypes[kind]).join(',')}
        multiple={choice.multiple}
        className={classes.input}
        aria-label={label}
        tabIndex={-1}
        onChange={(event) => {
          choose(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
      {fault && (
        <Text component="span" size="sm" className={classes.fault} role="alert">
          {fault}
        </Text>
      )}
    </span>
  );
}

type DropProps = Choice & {
  disabled?: boolean;
  children: ReactNode;
};

const isImage = (file: File) => file.type.startsWith('image/');
const dragsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Accepts files that are dropped on its children, or pasted into the page. */
export function FileDrop({ disabled = false, children, ...choice }: DropProps) {
  const t = useKitText();
  const [over, setOver] = useState(false);
  const { fault, choose } = useChoice(choice);
  const onlyImages = isOfImages(choice.upload);
  const latest = useRef(choose);
  useEffect(() => {
    latest.current = choose;
  });
  useEffect(() => {
    if (disabled) return;
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])].filter((file) => !onlyImages || isImage(file));
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, [disabled, onlyImages]);
  if (disabled) return children;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the second way, after the button next to it
    <div
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!dragsFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!dragsFiles(event)) return;
        event.preventDefault();
        setOver(false);
        choose(event.dataTransfer.files);
      }}
    >
      {children}
      {over && <span className={classes.hint}>{t(onlyImages ? 'image.dropHere' : 'attachments.dropHere')}</span>}
      {fault && (
        <Text size="sm" className={classes.fault} role="alert">
          {fault}
        </Text>
      )}
    </div>
  );
}
