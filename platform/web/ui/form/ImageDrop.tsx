import { Button, Text } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { imageTypes, megabyte, type Upload } from '#platform/common/upload.ts';
import { useKitText } from '../../i18n/texts.ts';
import { iconSizes } from '../../theme.ts';
import classes from './ImageDrop.module.css';

type Choice = {
  upload: Upload;
  onFile(file: File): void;
};

/** Says at once what the server would refuse for its size alone; all else is judged there, by the bytes. */
function useChoice({ upload, onFile }: Choice) {
  const t = useKitText();
  const [fault, setFault] = useState<string | null>(null);
  const choose = (file: File | null | undefined) => {
    if (!file) return;
    const tooLarge = file.size > upload.maxBytes;
    setFault(tooLarge ? t('errors.file-too-large', { megabytes: Math.floor(upload.maxBytes / megabyte) }) : null);
    if (!tooLarge) onFile(file);
  };
  return { fault, choose };
}

type PickProps = Choice & { label: string; pending?: boolean; variant?: 'filled' | 'default' };

/** A button that opens the files of the device. */
export function ImageButton({ label, pending = false, variant = 'default', ...choice }: PickProps) {
  const input = useRef<HTMLInputElement>(null);
  const { fault, choose } = useChoice(choice);
  return (
    <span className={classes.pick}>
      <Button
        variant={variant}
        loading={pending}
        leftSection={<IconPhotoUp size={iconSizes.md} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={imageTypes.join(',')}
        className={classes.input}
        aria-label={label}
        tabIndex={-1}
        onChange={(event) => {
          choose(event.currentTarget.files?.[0]);
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

/** Takes an image that is dropped on what it surrounds, or pasted while the page is shown. */
export function ImageDrop({ disabled = false, children, ...choice }: DropProps) {
  const t = useKitText();
  const [over, setOver] = useState(false);
  const { fault, choose } = useChoice(choice);
  const latest = useRef(choose);
  useEffect(() => {
    latest.current = choose;
  });
  useEffect(() => {
    if (disabled) return;
    const paste = (event: ClipboardEvent) => {
      const file = [...(event.clipboardData?.files ?? [])].find(isImage);
      if (!file) return;
      event.preventDefault();
      latest.current(file);
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, [disabled]);
  if (disabled) return children;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the second way; the button beside it is the first
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
        choose(event.dataTransfer.files[0]);
      }}
    >
      {children}
      {over && <span className={classes.hint}>{t('image.dropHere')}</span>}
      {fault && (
        <Text size="sm" className={classes.fault} role="alert">
          {fault}
        </Text>
      )}
    </div>
  );
}
