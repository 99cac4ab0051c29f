import { Alert, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../texts.ts';
import { scanCode } from './read-code.ts';
import classes from './Scanner.module.css';

const faults = { NotAllowedError: 'refused', NotFoundError: 'noCamera', NotSupportedError: 'insecure' } as const;
type Fault = (typeof faults)[keyof typeof faults] | 'failed';

const faultOf = (error: unknown): Fault =>
  (error instanceof DOMException && faults[error.name as keyof typeof faults]) || 'failed';

/** The picture of the camera until it shows a code. A camera that cannot be used is explained. */
export function Scanner({ onFound }: { onFound(text: string): void }) {
  const t = useText();
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef(onFound);
  const [fault, setFault] = useState<Fault | null>(null);
  useEffect(() => {
    latest.current = onFound;
  });
  useEffect(() => {
    const ended = new AbortController();
    if (video.current)
      scanCode(video.current, ended.signal).then(
        (text) => text !== null && latest.current(text),
        (error: unknown) => ended.signal.aborted || setFault(faultOf(error)),
      );
    return () => ended.abort();
  }, []);
  if (fault)
    return (
      <Alert color="red" variant="light" role="alert" title={t('scan.cannot')}>
        {t(`scan.${fault}`)}
      </Alert>
    );
  return (
    <Stack gap="xs">
      <video ref={video} className={classes.video} muted playsInline aria-label={t('scan.title')} />
      <Text size="sm" c="dimmed">
        {t('scan.hint')}
      </Text>
    </Stack>
  );
}
