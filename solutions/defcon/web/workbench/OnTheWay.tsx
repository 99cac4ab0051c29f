import { Button, Group, Stack, Title } from '@mantine/core';
import { IconCamera, IconMapPin, IconNavigation } from '@tabler/icons-react';
import { useState } from 'react';
import type { AlarmDetail } from '#core/alarms/common/alarm.ts';
import { useAlarmAction } from '#core/alarms/web/parts.tsx';
import { useMe } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { PhotoInput } from '#platform/web/ui/proof/PhotoInput.tsx';
import type { IncidentFile } from '../../common/incidents/incident-file.ts';
import { useText } from '../texts.ts';
import classes from './Workbench.module.css';

const navigationTo = ({ lat, lng }: { lat: number; lng: number }): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${lat},${lng}`;

type Props = { alarm: AlarmDetail; file: IncidentFile };

/** As many as are kept together on a phone without a network. */
const mostPhotos = 3;

/** For the person to whom the incident was given: one press says "on the way" and opens the way there. */
export function OnTheWay({ alarm, file: { site } }: Props) {
  const t = useText();
  const { user } = useMe();
  const { send, pending } = useAlarmAction(alarm, 'comment');
  const [kept, setKept] = useState<readonly string[]>([]);
  if (!send || alarm.escalatedTo?.id !== user.id || !site) return null;
  // What was said without a network is not in the timeline yet.
  const said = new Set([...alarm.events.map(({ data: { mark } }) => mark), ...kept]);
  const say = async (mark: string) => {
    if (await send({ comment: site.name, mark })) setKept((before) => [...before, mark]);
  };
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
            if (!said.has('on-the-way')) void say('on-the-way');
          }}
        >
          {t('marks.on-the-way')}
        </Button>
        <Button
          loading={pending}
          disabled={said.has('arrived')}
          variant={said.has('on-the-way') ? 'filled' : 'default'}
          leftSection={<IconMapPin size={iconSizes.sm} aria-hidden />}
          onClick={() => void say('arrived')}
        >
          {t('marks.arrived')}
        </Button>
      </Group>
      <Photos pending={pending} onSend={(files) => send({ comment: t('marks.photo'), mark: 'photo', files })} />
    </section>
  );
}

type PhotosProps = { pending: boolean; onSend(files: readonly File[]): Promise<boolean> };

/** What the responder sees there. The photos are small enough to be kept without a network. */
function Photos({ pending, onSend }: PhotosProps) {
  const t = useText();
  const [photos, setPhotos] = useState<File[]>([]);
  const send = async () => {
    if (await onSend(photos)) setPhotos([]);
  };
  return (
    <Stack gap="xs">
      <PhotoInput label={t('workbench.findings')} most={mostPhotos} value={photos} onChange={setPhotos} />
      {photos.length > 0 && (
        <Button
          loading={pending}
          leftSection={<IconCamera size={iconSizes.sm} aria-hidden />}
          onClick={() => void send()}
        >
          {t('workbench.sendPhotos')}
        </Button>
      )}
    </Stack>
  );
}
