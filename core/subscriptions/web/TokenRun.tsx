import { Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { requiredText } from '#platform/common/validation/validation.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { ItemRun } from '#platform/web/ui/run/ItemRun.tsx';
import type { Token } from '../common/token.ts';
import { api } from './api.ts';
import { useText } from './texts.ts';

const runs = ['activate', 'renew', 'block', 'unblock'] as const;
export type RunOf = (typeof runs)[number];

const reasonSchema = requiredText(200);

/** How a person knows a subscription: by its device, else by its number and months. */
export function useTokenNames(): (token: Token) => string {
  const t = useText();
  return ({ id, device, months }) =>
    device?.name ??
    [t('tokens.number', { id }), ...(months ? [t('tokens.months', { count: months })] : [])].join(' · ');
}

/** Runs an action on each of the selected subscriptions, one call for each, and shows the outcomes. */
export function TokenRun({ of, tokens, onClose }: { of: RunOf; tokens: readonly Token[]; onClose(): void }) {
  const t = useText();
  const client = useQueryClient();
  const nameOf = useTokenNames();
  const [reason, setReason] = useState('');
  const ready = of !== 'block' || reasonSchema.safeParse(reason).success;
  const send = ({ id }: { id: number }, keyed: (order: unknown) => Record<string, string>): Promise<unknown> => {
    const params = { id };
    const headers = keyed([of, reason]);
    if (of === 'block') return api.token.block.send({ params, body: { reason }, headers, silent: true });
    if (of === 'renew') return api.token.renew.send({ params, body: {}, headers, silent: true });
    return api.token[of].send({ params, headers, silent: true });
  };
  return (
    <SidePanel title={t(`tokens.runs.${of}.title`)} onClose={onClose} keepOpen>
      <Stack>
        <Text size="sm" c="dimmed">
          {t(`tokens.runs.${of}.text`)}
        </Text>
        {of === 'block' && (
          <TextInput
            label={t('fields.reason')}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            maxLength={200}
            required
            data-autofocus
          />
        )}
        <ItemRun
          items={tokens.map((token) => ({ id: token.id, name: nameOf(token) }))}
          ready={ready}
          startLabel={t(`actions.${of}`)}
          file={t(`tokens.runs.${of}.title`)}
          run={send}
          onDone={() => void client.invalidateQueries()}
        />
      </Stack>
    </SidePanel>
  );
}
