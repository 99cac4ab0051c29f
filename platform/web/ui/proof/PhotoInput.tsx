import { ActionIcon, Button, Input, Text } from '@mantine/core';
import { IconCamera, IconPhotoUp, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { imageTypes } from '#platform/common/upload.ts';
import { iconSizes } from '../../theme.ts';
import { useInputText } from '../input/texts.ts';
import classes from './Proof.module.css';
import { shrinkPhoto } from './shrink-photo.ts';

type Props = {
  /** The field of the form, by which its button takes the focus when the value is wrong. */
  name?: string;
  label: string;
  description?: string | undefined;
  value: readonly File[];
  onChange(value: File[]): void;
  /** The largest number of photos, 1 by default. */
  most?: number;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
};

/** Photos from the camera or from files, upright and small enough to be kept on a device without a network. */
export function PhotoInput({ name, label, description, value, onChange, error, ...options }: Props) {
  const { most = 1, required = false, disabled = false } = options;
  const t = useInputText();
  const labelId = useId();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const chosen = useRef<HTMLDivElement>(null);
  const latest = useRef({ value, onChange });
  useEffect(() => {
    latest.current = { value, onChange };
  });

  async function add(files: readonly File[]): Promise<void> {
    const room = most - value.length;
    setBusy(true);
    const shrunk = await Promise.allSettled(files.slice(0, room).map(shrinkPhoto));
    setBusy(false);
    const unread = shrunk.filter(({ status }) => status === 'rejected').length;
    const texts = [
      unread > 0 && t('photo.unreadable', { count: unread }),
      files.length > room && t('photo.most', { count: most }),
    ];
    setFault(texts.filter(Boolean).join(' ') || null);
    const read = shrunk.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (read.length > 0) latest.current.onChange([...latest.current.value, ...read]);
  }
  function remove(at: number): void {
    setFault(null);
    onChange(value.filter((_, index) => index !== at));
    // The button that was pressed is gone.
    chosen.current?.querySelector('button')?.focus();
  }

  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: labelId }}
      description={description}
      error={fault ?? error}
      errorProps={{ role: 'alert' }}
      withAsterisk={required}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out like other inputs */}
      <div role="group" aria-labelledby={labelId} aria-busy={busy} className={classes.photos}>
        {value.map((photo, at) => (
          <Photo
            // biome-ignore lint/suspicious/noArrayIndexKey: photos have no id, and the preview follows the file
            key={at}
            photo={photo}
            label={t('photo.of', { name: label, number: at + 1 })}
            removeLabel={t('photo.remove', { name: label, number: at + 1 })}
            disabled={disabled}
            onRemove={() => remove(at)}
          />
        ))}
        <div ref={chosen} className={classes.choices}>
          <PickButton
            {...(name ? { name } : {})}
            label={t('photo.take')}
            camera
            busy={busy}
            disabled={disabled || value.length >= most}
            onFiles={(files) => void add(files)}
          />
          <PickButton
            label={t('photo.choose')}
            multiple={most > 1}
            busy={busy}
            disabled={disabled || value.length >= most}
            onFiles={(files) => void add(files)}
          />
        </div>
        {most > 1 && (
          <Text size="sm" c="dimmed" role="status">
            {t('photo.count', { count: value.length, most })}
          </Text>
        )}
      </div>
    </Input.Wrapper>
  );
}

type PhotoProps = { photo: File; label: string; removeLabel: string; disabled: boolean; onRemove(): void };

function Photo({ photo, label, removeLabel, disabled, onRemove }: PhotoProps) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(photo);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return (
    <span className={classes.photo}>
      <img src={address} alt={label} className={classes.preview} />
      <ActionIcon
        className={classes.remove}
        variant="default"
        aria-label={removeLabel}
        disabled={disabled}
        onClick={onRemove}
      >
        <IconTrash size={iconSizes.md} aria-hidden />
      </ActionIcon>
    </span>
  );
}

type PickProps = {
  name?: string;
  label: string;
  /** Opens the camera instead of the files, on devices with one at hand. */
  camera?: boolean;
  multiple?: boolean;
  busy: boolean;
  disabled: boolean;
  onFiles(files: File[]): void;
};

function PickButton({ name, label, camera = false, multiple = false, busy, disabled, onFiles }: PickProps) {
  const input = useRef<HTMLInputElement>(null);
  const Icon = camera ? IconCamera : IconPhotoUp;
  return (
    <span className={camera ? classes.camera : undefined}>
      <Button
        {...(name ? { name } : {})}
        variant="default"
        className={classes.press}
        loading={busy}
        disabled={disabled}
        leftSection={<Icon size={iconSizes.md} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        // Named types make iPhones send their own format as JPEG.
        accept={imageTypes.join(',')}
        {...(camera ? { capture: 'environment' as const } : {})}
        multiple={multiple}
        hidden
        aria-label={label}
        tabIndex={-1}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </span>
  );
}
