import { SegmentedControl, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { sparking } from '../../app.ts';
import { slot as entity, type ShownSlot } from '../../common/slot.ts';
import { api, useText } from '../api.ts';
import { slotTones } from '../slot-tones.ts';
import { OutForm } from './OutForm.tsx';
import { SlotForm } from './SlotForm.tsx';
import { StateForm } from './StateForm.tsx';
import type { SetState } from './slot-keys.ts';

type Props = { id: number /** To be set. */; state?: SetState; onClose(): void };
const parts = ['state', 'out', 'edit'] as const;

/** A bay: what is known of it, and what a person may say or change. */
export function SlotPanel({ id, state, onClose }: Props) {
  const query = useData(api.slot.get, { params: { id } });
  const slot = query.data;
  return (
    <SidePanel title={<bdi>{slot?.number ?? '…'}</bdi>} onClose={onClose}>
      {slot ? <Content slot={slot} state={state} onClose={onClose} /> : <QueryBoundary of={query} />}
    </SidePanel>
  );
}

type ContentProps = { slot: ShownSlot; state: SetState | undefined; onClose(): void };

function Content({ slot, state, onClose }: ContentProps) {
  const t = useText();
  const may = { state: usePermitted(entity.can('set-state')), edit: usePermitted(entity.can('update')) };
  const shown = parts.filter((part) => (part === 'state' ? may.state : may.edit));
  const [chosen, setPart] = useState<(typeof parts)[number]>('state');
  const part = shown.includes(chosen) ? chosen : shown[0];
  const { date } = useFormats();
  const { device, since, quality, heardAt, outOfService, reservedFor, reservation } = slot;
  const facts: [string, ReactNode][] = [
    [t('columns.state'), <StatusChip key="state" value={slot.state} field="state" tones={slotTones} />],
    [t('columns.since'), since && <Ago key="since" at={since} />],
    [t('columns.quality'), quality && t(`values.quality.${quality}`)],
    [t('columns.device'), device && <DeviceLink key="device" device={device} />],
    [t('columns.heardAt'), heardAt && <Ago key="heard" at={heardAt} />],
    [t('columns.use'), t(`values.use.${slot.use}`)],
    [t('columns.group'), slot.group?.name],
    [t('columns.reservedFor'), reservedFor],
    [t('columns.reservedUntil'), reservation && <Bdi key="reserved">{date(reservation.until)}</Bdi>],
    [t('columns.purpose'), reservation?.purpose && <bdi key="purpose">{reservation.purpose}</bdi>],
    [t('columns.outReason'), outOfService?.reason],
  ];
  return (
    <Stack>
      <Facts items={facts.filter(([, value]) => value)} />
      {shown.length > 1 && (
        <SegmentedControl
          fullWidth
          value={part ?? 'state'}
          onChange={setPart}
          data={shown.map((value) => ({ value, label: t(`plan.${value}`) }))}
        />
      )}
      {part === 'state' && <StateForm slot={slot} state={state} onSaved={onClose} />}
      {part === 'out' && <OutForm slot={slot} onSaved={onClose} />}
      {part === 'edit' && <SlotForm slot={slot} onSaved={onClose} />}
    </Stack>
  );
}

function DeviceLink({ device }: { device: NonNullable<ShownSlot['device']> }) {
  return (
    <Link to={deviceAddress(sparking, device)}>
      <bdi>{device.name}</bdi>
    </Link>
  );
}
