import { ActionIcon, Button, Group, Menu, Textarea } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { requiredText } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { iconSizes, meaningColors } from '#platform/web/theme.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { NextAction, OrderDetail } from '../../common/order.ts';
import { api, useText } from '../api.ts';
import { firstAction, takes, useActionTexts } from '../parts/next-actions.ts';
import { orderTab } from './action-tabs.ts';
import { shownOrder } from './shown-order.ts';

/** The first next action of the seller as the main button, the others in a menu. */
export function OrderActions({ order }: { order: OrderDetail }) {
  const t = useText();
  const { name, why } = useActionTexts();
  const [search, setSearch] = useSearchParams();
  const [cancelling, setCancelling] = useState(false);
  const change = useAction(api.order.change, { shows: shownOrder(order) });
  const offered = order.nextActions.filter((action) => takes('seller', action) && orderTab(action.action));
  const first = firstAction(order, 'seller');
  const here = search.get('tab') ?? 'lines';
  const elsewhere = first && (first.action === 'confirm' || orderTab(first.action) !== here);
  const main = elsewhere ? offered.find((action) => action === first) : undefined;
  const others = offered.filter((action) => action !== main);
  const take = ({ action }: NextAction) => {
    if (action === 'confirm')
      change.run({ params: { id: order.id }, body: { action, reason: '', version: order.version } });
    else if (action === 'cancel') setCancelling(true);
    else setSearch({ tab: orderTab(action) ?? 'lines' });
  };
  return (
    <Group gap="xs" wrap="nowrap">
      {main && (
        <Button loading={change.pending} onClick={() => take(main)}>
          {name(main.action)}
        </Button>
      )}
      {others.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size="lg" aria-label={t('moreActions')}>
              <IconDots size={iconSizes.md} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((action) => (
              <Menu.Item
                key={action.action}
                disabled={!action.enabled}
                {...(action.action === 'cancel' ? { color: meaningColors.danger } : {})}
                rightSection={why(action)}
                onClick={() => take(action)}
              >
                {name(action.action)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {cancelling && <CancelPanel order={order} onClose={() => setCancelling(false)} />}
    </Group>
  );
}

const reason = z.object({ reason: requiredText(300) });

function CancelPanel({ order, onClose }: { order: OrderDetail; onClose(): void }) {
  const t = useText();
  const { name } = useActionTexts();
  const change = useAction(api.order.change, { shows: shownOrder(order), onDone: onClose });
  const form = useEntityForm(reason, {
    namespace: 'orders',
    initial: { reason: '' },
    save: (values) =>
      change.ask({ params: { id: order.id }, body: { ...values, action: 'cancel', version: order.version } }),
  });
  return (
    <SidePanel title={t('cancelOf', { number: order.number })} onClose={onClose} keepOpen>
      <EntityForm form={form} submitLabel={name('cancel')}>
        <Textarea {...form.field('reason')} autosize minRows={3} data-autofocus />
      </EntityForm>
    </SidePanel>
  );
}
