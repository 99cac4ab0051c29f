import { Button, Input, TextInput } from '@mantine/core';
import { IconEraser, IconSignature } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { iconSizes } from '../../theme.ts';
import { useInputText } from '../input/texts.ts';
import { paper } from './draw-signature.ts';
import classes from './Proof.module.css';
import { type Signature, usePaper } from './use-paper.ts';

type Props = {
  /** The field of the form, by which its text takes the focus when the value is wrong. */
  name?: string;
  label: string;
  /** The name of who signs, if the form asks for it: it is then not typed again, but written by a button. */
  signer?: string;
  description?: string | undefined;
  value: Signature | null;
  onChange(value: Signature | null): void;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
};

const longestName = 120;

/** A signature, drawn with a finger, a pen or a mouse; who cannot draw types the name, or has the one above written. */
export function SignatureInput({ name, label, signer, description, value, onChange, error, ...options }: Props) {
  const { required = false, disabled = false } = options;
  const t = useInputText();
  const labelId = useId();
  const { sheet, typed, pen, type, clear } = usePaper(value, onChange);
  const drawing = disabled ? {} : pen;
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: labelId }}
      description={description}
      error={error}
      withAsterisk={required}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out like other inputs */}
      <div role="group" aria-labelledby={labelId} className={classes.signature}>
        <canvas
          ref={sheet}
          width={paper.width}
          height={paper.height}
          role="img"
          aria-label={t(`signature.${value ? 'signed' : signer === undefined ? 'unsigned' : 'unsignedBy'}`, {
            name: label,
          })}
          className={classes.paper}
          data-invalid={error ? true : undefined}
          data-disabled={disabled || undefined}
          {...drawing}
        />
        <div className={classes.typed}>
          {signer === undefined ? (
            <TextInput
              {...(name ? { name } : {})}
              className={classes.name}
              classNames={{ input: classes.field }}
              label={t('signature.typed')}
              value={typed}
              maxLength={longestName}
              autoComplete="off"
              aria-invalid={Boolean(error)}
              aria-required={required}
              disabled={disabled}
              onChange={(event) => type(event.currentTarget.value)}
            />
          ) : (
            <Button
              {...(name ? { name } : {})}
              variant="default"
              className={classes.press}
              leftSection={<IconSignature size={iconSizes.md} aria-hidden />}
              disabled={disabled || signer.trim() === ''}
              onClick={() => type(signer)}
            >
              {t('signature.useName')}
            </Button>
          )}
          <Button
            variant="default"
            className={classes.press}
            leftSection={<IconEraser size={iconSizes.md} aria-hidden />}
            aria-label={t('clear', { name: label })}
            disabled={disabled || !value}
            onClick={clear}
          >
            {t('signature.clear')}
          </Button>
        </div>
      </div>
    </Input.Wrapper>
  );
}
