import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { sizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import type { Receptor } from '../../common/receptor.ts';
import { maxReceptors } from '../../common/receptor.ts';
import type { Report } from '../../common/report.ts';
import { api } from '../api.ts';
import classes from '../run/run.module.css';
import { useText } from '../texts.ts';

/** To whom a report is sent, and who would not get it. Everybody can end what is sent to themselves. */
export function RecipientList({ report: { id, companyId } }: { report: Report }) {
  const t = useText();
  const { user } = useMe();
  const [leaving, setLeaving] = useState<Receptor | null>(null);
  const params = { companyId, id };
  const found = useData(api.receptor.list, { params, list: { limit: maxReceptors } }, { silent: true });
  const close = () => setLeaving(null);
  const leave = useAction(api.receptor.remove, {
    invalidates: [api.definition.list],
    notice: () => t('list.panel.left'),
    onDone: close,
    onError: close,
  });
  if (found.isError) return <FailedState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton h={sizes.touch} aria-busy />;
  const { data: recipients } = found.data;
  if (recipients.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('list.panel.noRecipients')}
      </Text>
    );
  return (
    <>
      <ul className={classes.lines}>
        {recipients.map((one) => (
          <li key={one.id}>
            <Group justify="space-between" gap="xs">
              <Stack gap={0}>
                <bdi>{one.user.name}</bdi>
                <Hindrance of={one} />
              </Stack>
              {one.user.id === user.id && (
                <Button size="compact-sm" variant="default" onClick={() => setLeaving(one)}>
                  {t('list.panel.leave')}
                </Button>
              )}
            </Group>
          </li>
        ))}
      </ul>
      {leaving && (
        <ConfirmDialog
          opened
          title={t('list.panel.leaveTitle')}
          message={t('list.panel.leaveText')}
          confirmLabel={t('list.panel.leave')}
          pending={leave.pending}
          onConfirm={() => leave.run({ params, query: { ids: String(leaving.id) } })}
          onCancel={close}
        />
      )}
    </>
  );
}

/** Why a recipient does not get the report. */
function Hindrance({ of: { state, maySeeAll } }: { of: Receptor }) {
  const t = useText();
  if (state === 'active' && maySeeAll) return null;
  return (
    <Text size="sm" c="dimmed">
      {state === 'paused' ? t('list.panel.pausedRecipient') : t('list.panel.mayNotSeeAll')}
    </Text>
  );
}
