import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { iconSizes } from '#platform/web/theme.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { CopyTextButton } from '#platform/web/ui/values/CopyTextButton.tsx';
import { useText } from '../text.ts';
import classes from './Security.module.css';

const fileName = 'rasid-recovery-codes.txt';

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = fileName;
  anchor.click();
  URL.revokeObjectURL(address);
}

/** The recovery codes, shown only once, to be copied or saved as a file. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const t = useText();
  const text = codes.join('\n');
  return (
    <Alert variant="light" title={t('recovery.title')}>
      <Stack gap="sm">
        <Text>{t('recovery.text')}</Text>
        <ul className={classes.codes}>
          {codes.map((code) => (
            <li key={code}>
              <Bdi>{code}</Bdi>
            </li>
          ))}
        </ul>
        <Group gap="xs">
          <CopyTextButton value={text} />
          <Button
            variant="default"
            onClick={() => download(text)}
            leftSection={<IconDownload size={iconSizes.sm} aria-hidden />}
          >
            {t('recovery.download')}
          </Button>
          <Button onClick={onDone}>{t('recovery.done')}</Button>
        </Group>
      </Stack>
    </Alert>
  );
}
