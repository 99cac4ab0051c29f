import { Text } from '@mantine/core';

import { useData } from '#platform/web/client/hooks.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

/** The number of folded dead letters of a device. Renders nothing without any. */
export function FoldedDeadLetters({ deviceId }: { deviceId: number }) {
  const t = useText();
  const { data = [] } = useData(api.deadLetter.folded, { query: { deviceId } });
  const count = data.reduce((sum, row) => sum + row.count, 0);
  if (count === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('foldedLetters', { count })}
    </Text>
  );
}
