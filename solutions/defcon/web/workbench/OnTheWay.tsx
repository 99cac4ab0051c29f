import { Button, Group, Title } from '@mantine/core';
import { IconMapPin, IconNavigation } from '@tabler/icons-react';
import type { AlarmDetail } from '#core/alarms/common/alarm.ts';
import { useAlarmAction } from '#core/alarms/web/parts.tsx';
import { useMe } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import type { IncidentFile } from '../../common/incidents/incident-file.ts';
import { useText } from '../texts.ts';
import classes from './Workbench.module.css';

const navigationTo = ({ lat, lng }: { lat: number; lng: number }): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${lat},${lng}`;

type Props = { alarm: AlarmDetail; file: IncidentFile };

/** For the person to whom the incident was given: one press says "on the way" and opens the way there. */
export function OnTheWay({ alarm, file: { site } }: Props) {
  const t = useText();
  const { user } = useMe();
  const { send, pending } = useAlarmAction(alarm, 'comment');
  if (!send || alarm.escalatedTo?.id !== user.id || !site) return null;
  const said = new Set(alarm.events.map(({ data: { mark } }) => mark));
  const { location } = site;
  return (
    <section className={classes.part}>
      <Title order={3}>{t('workbench.yours')}</Title>
      <Group gap="xs" grow>
        <Button
          {...(location
            ? { component: 'a' as const, href: navigationTo(location), target: '_blank', rel: 'noreferrer' }
            : {})}
          loading={pending}
          variant={said.has('on-the-way') ? 'default' : 'filled'}
          leftSection={<IconNavigation size={iconSizes.sm} aria-hidden />}
          onClick={() => {
            if (!said.has('on-the-way')) void send({ comment: site.name, mark: 'on-the-way' });
          }}
        >
          {t('marks.on-the-way')}
        </Button>
        <Button
          loading={pending}
          disabled={said.has('arrived')}
          variant={said.has('on-the-way') ? 'filled' : 'default'}
          leftSection={<IconMapPin size={iconSizes.sm} aria-hidden />}
          onClick={() => void send({ comment: site.name, mark: 'arrived' })}
        >
          {t('marks.arrived')}
        </Button>
      </Group>
    </section>
  );
}
