import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconUserCog } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { deviceTopic } from '#core/devices/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can, usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { PersonState } from '../../common/people.ts';
import { TrailPanel } from '../TrailPanel.tsx';
import { useText } from '../texts.ts';
import type { TrackingCalls } from '../trail.ts';
import { CallButton } from './CallButton.tsx';
import { LastFix } from './LastFix.tsx';
import { PersonSettings } from './PersonSettings.tsx';
import type { PersonCalls } from './person-calls.ts';
import { SosAlert } from './SosAlert.tsx';

type Props = {
  calls: PersonCalls;
  tracking: TrackingCalls;
  device: DeviceDetail;
  /** Whether the device calls for help, as it last reported. */
  calling: boolean;
  alarmTo: (alarm: number) => string;
};

const stateEveryMs = 60_000;

/** The wearer of a device, whether their positions may be stored now, the call for help, and the trail. */
export function PersonPanel(props: Props) {
  const t = useText();
  const { on, ...access } = { ...props.calls.state.route, on: { resource: props.device.structure?.id ?? null } };
  if (!usePermitted(access.access, on)) return <Alert color="gray">{t('person.notForYou')}</Alert>;
  return <PersonOfDevice {...props} />;
}

function PersonOfDevice({ calls, tracking, device, calling, alarmTo }: Props) {
  const args = { params: { id: device.id } };
  const state = useData(calls.state, args, { refetchInterval: stateEveryMs });
  const { refetch } = state;
  useLive([deviceTopic(device.id)], ({ type }) => void (type === 'moved' && refetch()), calls.state.key(args));
  useEffect(() => {
    // The alarm is raised with the report.
    if (calling !== (state.data?.sos != null)) void refetch();
  }, [calling, refetch, state.data?.sos]);
  if (!state.data) return <QueryBoundary of={state} />;
  const { sos, consent } = state.data;
  return (
    <Stack>
      {sos && <SosAlert state={state.data} sos={sos} alarmTo={alarmTo} />}
      <Wearer calls={calls} device={device} state={state.data} />
      <Notice state={state.data} />
      {consent && <TrailPanel calls={tracking} device={device} />}
    </Stack>
  );
}

/** Why no positions are stored now. */
function Notice({ state: { person, consent, onDuty, nextChange } }: { state: PersonState }) {
  const t = useText();
  const { date } = useFormats();
  if (!person) return <Alert color="gray">{t('person.nobody')}</Alert>;
  if (!consent) return <Alert color="yellow">{t('person.noConsent', { name: person.name })}</Alert>;
  if (onDuty) return null;
  return (
    <Alert color="gray">
      {nextChange ? t('person.offDutyUntil', { time: date(nextChange) }) : t('person.offDuty')}
    </Alert>
  );
}

function Wearer({ calls, device, state }: { calls: PersonCalls; device: DeviceDetail; state: PersonState }) {
  const t = useText();
  const { date } = useFormats();
  const [editing, setEditing] = useState(false);
  const { person, schedule, consent, onDuty, place } = state;
  const on = { resource: device.structure?.id ?? null };
  return (
    <>
      <Facts
        title={t('person.title')}
        aside={
          <Group gap="xs">
            <CallButton person={person} />
            <Can access={calls.assign.route.access} on={on}>
              <Button
                variant="default"
                leftSection={<IconUserCog size={iconSizes.md} aria-hidden />}
                onClick={() => setEditing(true)}
              >
                {t(person ? 'person.change' : 'person.assign')}
              </Button>
            </Can>
          </Group>
        }
        items={[
          [t('person.name'), person ? <bdi key="name">{person.name}</bdi> : '–'],
          [
            t('person.duty'),
            <Group key="duty" gap="xs">
              <ToneChip tone={onDuty ? 'good' : 'none'}>{t(onDuty ? 'person.onDuty' : 'person.off')}</ToneChip>
              {schedule && <bdi>{schedule.name}</bdi>}
            </Group>,
          ],
          [
            t('person.consent'),
            consent ? (
              <span key="consent">
                <Bdi>{date(consent.at)}</Bdi> · {t('person.textVersion', { version: consent.textVersion })}
              </span>
            ) : (
              <ToneChip key="consent" tone="poor">
                {t('person.none')}
              </ToneChip>
            ),
          ],
          [t('person.lastFix'), <LastFix key="fix" place={place} />],
        ]}
      />
      {editing && <PersonSettings calls={calls} device={device} state={state} onClose={() => setEditing(false)} />}
    </>
  );
}
