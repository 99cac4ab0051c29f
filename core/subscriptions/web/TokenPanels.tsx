import { Select, Stack, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import type { DeviceCalls } from '#core/devices/web/parts.tsx';
import { id, requiredText } from '#platform/common/validation/validation.ts';
import { useAction, useList } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { fitsSolutions, type Token } from '../common/token.ts';
import { api } from './api.ts';
import { useText } from './texts.ts';

type Props = { token: Token; onClose(): void };

const reasonSchema = z.object({ reason: requiredText(200) });

export function BlockToken({ token, onClose }: Props) {
  const t = useText();
  const block = useAction(api.token.block);
  const form = useEntityForm(reasonSchema, {
    namespace: 'subscriptions',
    initial: { reason: '' },
    save: (body) => block.ask({ params: { id: token.id }, body }),
    onSaved: onClose,
  });
  return (
    <SidePanel title={t('tokens.block')} onClose={onClose}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('tokens.blockText')}
        </Text>
        <EntityForm form={form} submitLabel={t('tokens.block')}>
          <TextInput {...form.field('reason')} maxLength={200} data-autofocus />
        </EntityForm>
      </Stack>
    </SidePanel>
  );
}

const deviceSchema = z.object({ deviceId: id() });

/** Puts a subscription in stock on a device of its app, or moves it to another one. */
export function AssignToken({ token, calls, onClose }: Props & { calls: DeviceCalls }) {
  const t = useText();
  const moves = token.device !== null;
  const change = useAction(moves ? api.token.move : api.token.assign);
  const form = useEntityForm(deviceSchema, {
    namespace: 'subscriptions',
    initial: { deviceId: null },
    save: (body) => change.ask({ params: { id: token.id }, body }),
    onSaved: onClose,
  });
  const filter = token.solutionIds.length === 0 ? {} : { filter: { solutionId: token.solutionIds.join(',') } };
  return (
    <SidePanel title={t(moves ? 'tokens.move' : 'tokens.assign')} onClose={onClose}>
      <Stack>
        {token.device && (
          <Text size="sm" c="dimmed">
            {t('tokens.moveText', { device: token.device.name })}
          </Text>
        )}
        <EntityForm form={form} submitLabel={t(moves ? 'actions.moveToken' : 'actions.assign')}>
          <SearchSelect {...form.field('deviceId')} of={calls.list} {...filter} />
        </EntityForm>
      </Stack>
    </SidePanel>
  );
}

const stockSchema = z.object({ tokenId: id() });
type Need = { app: string; companyId: number; solutionId: number };

/** Chooses a subscription in stock that fits a device; `save` uses it. */
export function StockForm({
  need,
  save,
  onSaved,
  label,
}: {
  need: Need;
  save(body: { tokenId: number }): Promise<unknown>;
  onSaved(): void;
  label: string;
}) {
  const t = useText();
  const stock = useList(api.token.list, {
    limit: 100,
    filter: { app: need.app, companyId: String(need.companyId), status: 'unassigned' },
  });
  const fitting = stock.rows.filter((token) => fitsSolutions(token, [need.solutionId]));
  const form = useEntityForm(stockSchema, { namespace: 'subscriptions', initial: { tokenId: null }, save, onSaved });
  const { value, onChange, ...field } = form.field('tokenId');
  if (!stock.loading && fitting.length === 0) return <Text>{t('tokens.noStock')}</Text>;
  return (
    <EntityForm form={form} submitLabel={label}>
      <Select
        {...field}
        value={value === null || value === undefined ? null : String(value)}
        onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
        data={fitting.map(({ id, months }) => ({
          value: String(id),
          label: `${t('tokens.number', { id })} · ${t('tokens.months', { count: months ?? 0 })}`,
        }))}
      />
    </EntityForm>
  );
}

/** Adds the months of a subscription in stock. */
export function RenewToken({ token, onClose }: Props) {
  const t = useText();
  const renew = useAction(api.token.renew);
  return (
    <SidePanel title={t('tokens.renew')} onClose={onClose}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('tokens.renewText')}
        </Text>
        {token.device && (
          <StockForm
            need={{ ...token, solutionId: token.device.solutionId }}
            label={t('actions.renew')}
            save={(body) => renew.ask({ params: { id: token.id }, body })}
            onSaved={onClose}
          />
        )}
      </Stack>
    </SidePanel>
  );
}
