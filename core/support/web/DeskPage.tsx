import { Box, NumberInput, Table, Text } from '@mantine/core';
import { z } from 'zod';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { sizes } from '#platform/web/theme.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { DayScheduleInput } from '#platform/web/ui/input/DayScheduleInput.tsx';
import { TimeZoneSelect } from '#platform/web/ui/input/TimeZoneSelect.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { type ServiceLevel, serviceLevel } from '../common/service-level.ts';
import { type TicketPriority, ticketPriorities } from '../common/ticket.ts';
import { api, useText } from './api.ts';

/** Working time and targets of the desk of the caller. */
export function DeskPage() {
  const query = useData(api.desk.get, {}, { silent: true, staleTime: 0 });
  return (
    <PageFrame tabs={useGroupTabs()}>
      {query.data && query.isFetchedAfterMount ? (
        <Box maw={sizes.widePanel}>
          <Panel>
            <DeskForm before={query.data} />
          </Panel>
        </Box>
      ) : (
        <QueryBoundary of={query} />
      )}
    </PageFrame>
  );
}

const { timeZone, week } = serviceLevel.shape.hours.shape;
const draft = z.object({ timeZone, hours: week, targets: serviceLevel.shape.targets });

function DeskForm({ before }: { before: ServiceLevel }) {
  const t = useText();
  const save = useAction(api.desk.set);
  const form = useEntityForm(draft, {
    namespace: 'support',
    initial: { timeZone: before.hours.timeZone, hours: before.hours.week, targets: before.targets },
    save: ({ timeZone: zone, hours, targets }) =>
      save.ask({ body: { hours: { ...before.hours, timeZone: zone, week: hours }, targets } }),
  });
  const { label, error } = form.field('hours');
  return (
    <EntityForm form={form} wide>
      <TimeZoneSelect {...form.field('timeZone')} />
      <DayScheduleInput
        name="hours"
        label={label}
        error={error}
        value={form.values.hours}
        onChange={(hours) => form.set('hours', hours)}
      />
      <Text size="sm" c="dimmed">
        {t('desk.text')}
      </Text>
      <Targets
        value={form.values.targets}
        errorAt={(path) => form.errorAt(`targets.${path}`)}
        onChange={(targets) => form.set('targets', targets)}
      />
    </EntityForm>
  );
}

type TargetsProps = {
  value: ServiceLevel['targets'];
  errorAt(path: string): React.ReactNode;
  onChange(value: ServiceLevel['targets']): void;
};

/** The targets in hours, by priority; the most urgent first. */
function Targets({ value, errorAt, onChange }: TargetsProps) {
  const t = useText();
  const input = (priority: TicketPriority, part: 'reply' | 'solve') => (
    <NumberInput
      aria-label={t(`desk.${part}Of`, { priority: t(`values.priority.${priority}`) })}
      value={value[priority][part]}
      min={0}
      suffix={` ${t('desk.hours')}`}
      error={errorAt(`${priority}.${part}`)}
      onChange={(hours) => onChange({ ...value, [priority]: { ...value[priority], [part]: Number(hours) } })}
    />
  );
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('columns.priority')}</Table.Th>
          <Table.Th>{t('desk.reply')}</Table.Th>
          <Table.Th>{t('desk.solve')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {[...ticketPriorities].reverse().map((priority) => (
          <Table.Tr key={priority}>
            <Table.Td>{t(`values.priority.${priority}`)}</Table.Td>
            <Table.Td>{input(priority, 'reply')}</Table.Td>
            <Table.Td>{input(priority, 'solve')}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
