import { TextInput } from '@mantine/core';
import { type ClipboardEvent, useState } from 'react';
import { ScanButton } from '#core/devices/web/parts.tsx';

const serialsIn = (text: string) => text.split(/[\n\r\t;,]+/).flatMap((one) => one.trim() || []);

type Props = {
  label: string;
  description: string;
  pending: boolean;
  autoFocus?: boolean;
  onSerials(serials: readonly string[]): void;
};

/** Takes serial numbers of a scanner that types, of the camera, or pasted. */
export function SerialsField({ label, description, pending, autoFocus = false, onSerials }: Props) {
  const [text, setText] = useState('');
  const paste = (event: ClipboardEvent) => {
    const pasted = serialsIn(event.clipboardData.getData('text'));
    if (pasted.length < 2) return;
    event.preventDefault();
    onSerials(pasted);
  };
  return (
    <form
      style={{ flex: 1 }}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) onSerials([text.trim()]);
        setText('');
      }}
    >
      <TextInput
        label={label}
        description={description}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onPaste={paste}
        readOnly={pending}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        dir="ltr"
        {...(autoFocus && { 'data-autofocus': true })}
        rightSection={<ScanButton onSerial={(_, scanned) => onSerials([scanned])} />}
      />
    </form>
  );
}
