import { Text } from '@mantine/core';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { ScheduleSelect } from '#core/schedules/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { type PersonState, personFields } from '../../common/people.ts';
import { useText } from '../texts.ts';
import type { PersonCalls } from './person-calls.ts';

type Props = { calls: PersonCalls; device: DeviceDetail; state: PersonState; onClose(): void };

/** The wearer of the device, and their duty hours. */
export function PersonSettings({ calls, device, state, onClose }: Props) {
  const t = useText();
  const assign = useAction(calls.assign, { invalidates: [calls.state] });
  const params = { id: device.id };
  const form = useEntityForm(personFields, {
    namespace: 'tracking',
    initial: { userId: state.person?.id ?? null, scheduleId: state.schedule?.id ?? null },
    save: (body) => assign.ask({ params, body }),
    onSaved: onClose,
  });
  const changes = state.person !== null && form.values.userId !== state.person.id;
  return (
    <SidePanel title={t('person.settings')} onClose={onClose} keepOpen>
      <EntityForm form={form}>
        <SearchSelect {...form.field('userId')} of={calls.candidates} params={params} known={state.person} />
        <ScheduleSelect {...form.field('scheduleId')} companyId={device.companyId} known={state.schedule} />
        <Text size="sm" c="dimmed">
          {t(changes ? 'person.erases' : 'person.asks')}
        </Text>
      </EntityForm>
    </SidePanel>
  );
}
