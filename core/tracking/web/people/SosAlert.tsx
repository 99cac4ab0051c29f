import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconBellRinging, IconSos } from '@tabler/icons-react';
import { Link } from 'react-router';
import { iconSizes, meaningColors } from '#platform/web/theme.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { PersonState } from '../../common/people.ts';
import { useText } from '../texts.ts';
import { CallButton } from './CallButton.tsx';
import { LastFix } from './LastFix.tsx';
import { clockText, useSeconds } from './use-seconds.ts';

type Props = { state: PersonState; sos: NonNullable<PersonState['sos']>; alarmTo: (alarm: number) => string };

/** The person calls for help: for how long, who is notified when, the last place, and how to reach them. */
export function SosAlert({ state, sos, alarmTo }: Props) {
  const t = useText();
  const now = useSeconds();
  return (
    <Alert
      variant="filled"
      color={meaningColors.danger}
      icon={<IconSos size={iconSizes.lg} aria-hidden />}
      title={
        <Text span size="lg" fw={700}>
          {t('sos.title')} · <Bdi>{clockText(now - Date.parse(sos.since))}</Bdi>
        </Text>
      }
    >
      <Stack gap="xs">
        <Text>
          {sos.acknowledged ? (
            t('sos.acknowledged')
          ) : sos.escalatesAt ? (
            <>
              {t('sos.escalates')} <Bdi>{clockText(Date.parse(sos.escalatesAt) - now)}</Bdi>
            </>
          ) : (
            t('sos.told')
          )}
        </Text>
        <LastFix place={state.place} />
        <Group gap="xs">
          <CallButton person={state.person} variant="white" />
          {sos.alarmId !== null && (
            <Button
              component={Link}
              to={alarmTo(sos.alarmId)}
              variant="white"
              color={meaningColors.danger}
              leftSection={<IconBellRinging size={iconSizes.md} aria-hidden />}
            >
              {t('sos.alarm')}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}
