import { Anchor, Button, Group, Select } from '@mantine/core';
import { Link } from 'react-router';
import { DeviceBadges, DeviceLink, deviceAddress, deviceCallsOf, useDevice } from '#core/devices/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { BodyIn } from '#platform/common/route.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { registeredApps } from '#platform/web/session/session.ts';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import {
  type Ticket,
  type TicketAction,
  type TicketStep,
  ticketLifecycle,
  ticketPriorities,
  type ticketRoutes,
} from '../common/ticket.ts';
import { newTicketAddress, orderAddressOf, ticketAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import { DueChip, PriorityChip } from './chips.tsx';
import classes from './Support.module.css';

/** The facts about a ticket, and the actions that the caller may take. */
export function TicketFacts({ ticket }: { ticket: Ticket }) {
  const t = useText();
  const { date } = useFormats();
  const may = (action: TicketAction) => ticket.allowed.includes(action);
  const { device, follows, order } = ticket;
  const orderPage = orderAddressOf(ticket);
  return (
    <div className={classes.facts}>
      <TicketActions ticket={ticket} />
      <Facts
        title={t('facts.title')}
        items={[
          [
            t('columns.number'),
            <bdi key="number" dir="ltr">
              {ticket.number}
            </bdi>,
          ],
          [t('columns.company'), <bdi key="company">{ticket.company.name}</bdi>],
          [t('facts.desk'), <bdi key="desk">{ticket.desk?.name ?? t('platform')}</bdi>],
          [t('facts.openedBy'), <bdi key="by">{ticket.openedBy.name}</bdi>],
          [t('columns.createdAt'), <bdi key="at">{date(ticket.createdAt)}</bdi>],
          [t('columns.category'), t(`values.category.${ticket.category}`)],
          [
            t('columns.priority'),
            may('prioritize') ? (
              <PrioritySelect key="priority" ticket={ticket} />
            ) : (
              <PriorityChip key="priority" value={ticket.priority} />
            ),
          ],
          [
            t('columns.assignee'),
            may('assign') ? (
              <AssigneeSelect key="assignee" ticket={ticket} />
            ) : (
              <bdi key="assignee">{ticket.assignee?.name ?? t('facts.nobody')}</bdi>
            ),
          ],
          ...(order
            ? [
                [
                  t('values.category.order'),
                  orderPage ? (
                    <Anchor key="order" component={Link} to={orderPage} inherit>
                      <bdi dir="ltr">{order.number}</bdi>
                    </Anchor>
                  ) : (
                    <bdi key="order" dir="ltr">
                      {order.number}
                    </bdi>
                  ),
                ] as const,
              ]
            : []),
          ...(follows
            ? [
                [
                  t('facts.follows'),
                  <Anchor
                    key="follows"
                    component={Link}
                    to={ticketAddress({ ...follows, companyId: ticket.companyId })}
                    inherit
                  >
                    <bdi dir="ltr">{follows.number}</bdi>
                  </Anchor>,
                ] as const,
              ]
            : []),
        ]}
      />
      <Facts
        title={t('facts.clock')}
        items={[
          [t('facts.firstReply'), ticket.firstReplyAt ? date(ticket.firstReplyAt) : date(ticket.firstReplyDue) || '–'],
          [t('facts.solve'), ticket.solvedAt ? date(ticket.solvedAt) : date(ticket.solveDue) || '–'],
          [t('columns.due'), ticket.state === 'waiting' ? t('facts.paused') : <DueChip key="due" ticket={ticket} />],
        ]}
      />
      {device && <DeviceFact device={device} />}
    </div>
  );
}

type DeviceRef = NonNullable<Ticket['device']>;

/** The device of a ticket; with its live state for those who may see the device. */
function DeviceFact({ device }: { device: DeviceRef }) {
  const t = useText();
  const app = registeredApps().find(({ id }) => id === device.app);
  return (
    <Panel title={t('facts.device')}>
      <DeviceLink to={app && deviceAddress(app, device)} name={device.name} />
      {app && <LiveDevice app={app} id={device.id} />}
    </Panel>
  );
}

function LiveDevice({ app, id }: { app: AppManifest; id: number }) {
  const { data } = useDevice(deviceCallsOf(app), id);
  return data ? <DeviceBadges device={data} /> : null;
}

const useChange = (ticket: Ticket) => {
  const change = useAction(api.ticket.update, { invalidates: [api.message.list] });
  return {
    run: (body: BodyIn<typeof ticketRoutes.update>) => change.run({ params: { id: ticket.id }, body }),
    pending: change.pending,
  };
};

function PrioritySelect({ ticket }: { ticket: Ticket }) {
  const t = useText();
  const { run, pending } = useChange(ticket);
  return (
    <Select
      size="xs"
      aria-label={t('columns.priority')}
      value={ticket.priority}
      allowDeselect={false}
      disabled={pending}
      data={ticketPriorities.map((value) => ({ value, label: t(`values.priority.${value}`) }))}
      onChange={(value) => value && run({ priority: value })}
    />
  );
}

function AssigneeSelect({ ticket }: { ticket: Ticket }) {
  const t = useText();
  const { run, pending } = useChange(ticket);
  const people = useData(api.ticket.assignees, { params: { id: ticket.id } }, { silent: true });
  const all = people.data ?? (ticket.assignee ? [ticket.assignee] : []);
  return (
    <Select
      size="xs"
      aria-label={t('columns.assignee')}
      placeholder={t('facts.nobody')}
      value={ticket.assignee ? String(ticket.assignee.id) : null}
      clearable
      clearButtonProps={{ 'aria-label': t('facts.unassign') }}
      searchable
      disabled={pending}
      data={all.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(value) => run({ assigneeId: value ? Number(value) : null })}
    />
  );
}

const isStep = (action: TicketAction): action is TicketStep => action in ticketLifecycle.steps;

/** The steps of the ticket as buttons; escalating is one of them for an integrator. */
function TicketActions({ ticket }: { ticket: Ticket }) {
  const t = useText();
  const { label } = useLabels('support');
  const { run, pending } = useChange(ticket);
  const steps = ticket.allowed.filter(isStep);
  if (steps.length === 0 && !ticket.allowed.includes('escalate') && !ticket.allowed.includes('follow-up')) return null;
  return (
    <Group gap="xs">
      {steps.map((step) => (
        <Button
          key={step}
          variant={step === 'solve' ? 'filled' : 'default'}
          disabled={pending}
          onClick={() => run({ state: ticketLifecycle.steps[step].to })}
        >
          {label(`actions.${step}`)}
        </Button>
      ))}
      {ticket.allowed.includes('escalate') && (
        <Button variant="default" disabled={pending} onClick={() => run({ escalate: true })}>
          {t('actions.escalate')}
        </Button>
      )}
      {ticket.allowed.includes('follow-up') && (
        <Button component={Link} to={newTicketAddress({ follows: ticket.id })}>
          {t('actions.follow-up')}
        </Button>
      )}
    </Group>
  );
}
