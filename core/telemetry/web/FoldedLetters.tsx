import { Text } from '@mantine/core';
import { clientOf } from '#platform/web/client/client-of.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { telemetry } from '../app.ts';
import { useText } from './texts.ts';

const api = clientOf(telemetry);

/** How many refused messages of a device were not kept whole; nothing while there are none. */
export function FoldedLetters({ deviceId }: { deviceId: number }) {
  const t = useText();
  const { data = [] } = useData(api.deadLetter.folded, { query: { deviceId } });
  const count = data.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('foldedLetters', { count })}
    </Text>
  );
}
