import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useKitText } from '../../i18n/texts.ts';
import { iconSizes } from '../../theme.ts';

/** Copies a text and says so for a moment. `label`: what it copies, for a reader who cannot see the text. */
export function CopyTextButton({ value, label }: { value: string; label?: string }) {
  const t = useKitText();
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          onClick={copy}
          aria-label={label}
          leftSection={
            copied ? <IconCheck size={iconSizes.md} aria-hidden /> : <IconCopy size={iconSizes.md} aria-hidden />
          }
        >
          {t(copied ? 'actions.copied' : 'actions.copy')}
        </Button>
      )}
    </CopyButton>
  );
}
