import { Alert, Stack, Switch, Text } from '@mantine/core';
import { useKitText } from '../i18n/texts.ts';
import { Panel } from '../ui/page/Panel.tsx';
import { canKeepPages, chooseAhead, savesData, useWantsAhead } from './ahead.ts';

/** Whether daily pages are kept on this device, for use without a network. */
export function AheadPanel() {
  const t = useKitText();
  const wanted = useWantsAhead();
  return (
    <Panel title={t('ahead.title')}>
      <Stack gap="md" align="stretch">
        <Text size="sm" c="dimmed">
          {t('ahead.hint')}
        </Text>
        {canKeepPages() ? (
          <Switch
            label={t('ahead.switch')}
            checked={wanted}
            onChange={(event) => chooseAhead(event.currentTarget.checked)}
          />
        ) : (
          <Alert>{t('ahead.insecure')}</Alert>
        )}
        {canKeepPages() && wanted && savesData() && <Alert role="status">{t('ahead.savesData')}</Alert>}
      </Stack>
    </Panel>
  );
}
