import { Text } from '@mantine/core';
import { useStore } from '#platform/web/client/store.ts';
import { offlineStore } from '#platform/web/offline/offline.ts';
import { useText } from './texts.ts';

/** Whether the server cannot be reached. A template is not applied later: its devices may have changed by then. */
export const useNoNetwork = (): boolean => useStore(offlineStore);

/** Says while there is no network that a template is only applied with one. */
export function NeedsNetwork() {
  const t = useText();
  return (
    <Text role="status" size="sm" c="dimmed">
      {useNoNetwork() && t('apply.needsNetwork')}
    </Text>
  );
}
