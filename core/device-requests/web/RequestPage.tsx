import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { ProductDrawing } from '#core/market/web/parts.tsx';
import { newTicketAddress } from '#core/support/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { meaningColors } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { DeviceRequestDetail } from '../common/device-request.ts';
import { AllocatePanel } from './AllocatePanel.tsx';
import { AssignField } from './AssignField.tsx';
import { requestsAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import { noonOf, RequestStateChip } from './chips.tsx';
import classes from './DeviceRequests.module.css';
import { MissingPanel } from './MissingPanel.tsx';
import { RejectPanel } from './RejectPanel.tsx';
import { RequestTimeline } from './RequestTimeline.tsx';
import { useRequestChange } from './use-request-change.ts';

type Opened = 'allocate' | 'reject' | 'cancel' | null;

/** A device request: requested, available and allocated devices, the next step, and the past ones. */
export function RequestPage() {
  const t = useText();
  const { uuid = '' } = useParams();
  const query = useData(api.deviceRequest.get, { params: { uuid } }, { silent: true });
  useLiveRefetch(['device-requests'], api.deviceRequest.get.key({ params: { uuid } }));
  const [opened, setOpened] = useState<Opened>(null);
  const request = query.data;
  const close = () => setOpened(null);
  return (
    <PageFrame
      title={request?.number ?? t('pages.devices-request-uuid')}
      parents={[{ label: t('pages.devices-request'), to: requestsAddress() }]}
      {...(request
        ? {
            badge: <RequestStateChip value={request.state} />,
            action: <Actions request={request} onOpen={setOpened} />,
          }
        : {})}
    >
      {request ? (
        <div className={classes.columns}>
          <Stack>
            <NextStep request={request} />
            <Lines request={request} />
            <MissingPanel request={request} />
          </Stack>
          <Stack>
            <RequestFacts request={request} />
            <Panel title={t('timeline')}>
              <RequestTimeline steps={request.steps} />
            </Panel>
          </Stack>
        </div>
      ) : (
        <QueryBoundary of={query} />
      )}
      {request && opened === 'allocate' && <AllocatePanel request={request} onClose={close} />}
      {request && opened === 'reject' && <RejectPanel request={request} onClose={close} />}
      {request && <CancelDialog request={request} opened={opened === 'cancel'} onClose={close} />}
    </PageFrame>
  );
}

type Of = { request: DeviceRequestDetail };

function NextStep({ request: { side, state, reason } }: Of) {
  const { label } = useLabels('device-requests');
  const seat = side === 'integrator' ? 'integrator' : 'customer';
  return (
    <Alert variant="light" color={state === 'rejected' ? meaningColors.negative : meaningColors.info}>
      {label(`next.${seat}.${state}`)}
      {reason && (
        <Text size="sm" mt="xs" className={classes.note ?? ''} dir="auto">
          {reason}
        </Text>
      )}
    </Alert>
  );
}

function Actions({ request, onOpen }: Of & { onOpen(opened: Opened): void }) {
  const t = useText();
  const change = useRequestChange(request.uuid);
  const { allowed, number } = request;
  return (
    <Group gap="xs">
      <Button
        variant="default"
        component={Link}
        to={newTicketAddress({ subject: `${t('pages.devices-request-uuid')} ${number}` })}
      >
        {t('ask')}
      </Button>
      {allowed.includes('cancel') && (
        <Button variant="default" onClick={() => onOpen('cancel')}>
          {t('actions.cancel')}
        </Button>
      )}
      {allowed.includes('reject') && (
        <Button variant="default" onClick={() => onOpen('reject')}>
          {t('actions.reject')}
        </Button>
      )}
      {allowed.includes('accept') && (
        <Button loading={change.pending} onClick={() => change.run({ action: 'accept' })}>
          {t('actions.accept')}
        </Button>
      )}
      {allowed.includes('allocate') && <Button onClick={() => onOpen('allocate')}>{t('actions.allocate')}</Button>}
    </Group>
  );
}

function CancelDialog({ request, opened, onClose }: Of & { opened: boolean; onClose(): void }) {
  const t = useText();
  const change = useRequestChange(request.uuid, onClose);
  return (
    <ConfirmDialog
      opened={opened}
      title={t('actions.cancel')}
      message={t('cancelText')}
      confirmLabel={t('actions.cancel')}
      pending={change.pending}
      onCancel={onClose}
      onConfirm={() => change.run({ action: 'cancel' })}
    />
  );
}

function Lines({ request: { lines, inStock } }: Of) {
  const t = useText();
  const { number } = useFormats();
  return (
    <Panel title={t('lines')}>
      <ul className={classes.lines}>
        {lines.map(({ productId, name, drawing, qty, allocated }) => (
          <li key={productId} className={classes.line}>
            <ProductDrawing drawing={drawing} title="" />
            <Text fw={550}>
              <bdi>{name}</bdi>
            </Text>
            <dl className={classes.numbers}>
              {(
                [
                  ['wanted', qty],
                  ['allocated', allocated],
                  ...(inStock ? [['inStock', inStock[productId] ?? 0] as const] : []),
                ] as const
              ).map(([key, count]) => (
                <div key={key}>
                  <dt>{t(`columns.${key}`)}</dt>
                  <dd>{number(count)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function RequestFacts({ request }: Of) {
  const t = useText();
  const { date } = useFormats();
  const { label } = useLabels('device-requests');
  const { side, company, integrator, structure, neededBy, sender, note, createdAt, intention, allowed, assignee } =
    request;
  const items: readonly (readonly [string, ReactNode])[] = [
    side === 'customer' ? [t('columns.integrator'), integrator.name] : [t('columns.company'), company.name],
    [t('columns.structure'), structure && <bdi key="site">{structure.name}</bdi>],
    [t('columns.neededBy'), neededBy && <Bdi key="by">{date(noonOf(neededBy), 'date')}</Bdi>],
    [t('columns.sender'), sender && <bdi key="sender">{sender.name}</bdi>],
    [t('columns.createdAt'), <Ago key="at" at={createdAt} />],
    [
      t('columns.assignee'),
      side === 'integrator' &&
        (allowed.includes('assign') ? (
          <AssignField key="assignee" request={request} />
        ) : (
          <bdi key="assignee">{assignee?.name ?? t('unassigned')}</bdi>
        )),
    ],
    [
      t('actions.order'),
      intention && (
        <span key="order">
          {label(`values.intention.${intention.state}`)}{' '}
          {intention.order && (
            <Anchor component={Link} to={`/core/market/my-orders/${intention.order.id}`}>
              <Bdi>{intention.order.number}</Bdi>
            </Anchor>
          )}
        </span>
      ),
    ],
    [
      t('columns.note'),
      note && (
        <span key="note" className={classes.note} dir="auto">
          {note}
        </span>
      ),
    ],
  ];
  return <Facts title={t('facts')} items={items.filter(([, value]) => value)} />;
}
