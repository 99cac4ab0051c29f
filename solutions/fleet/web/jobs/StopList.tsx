import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import { job as entity, type ShownJob } from '../../common/jobs/job.ts';
import { type ShownStop, type StopAction, type StopState, stopActions, stopSteps } from '../../common/jobs/stop.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { StopReason } from './StopReason.tsx';

const tones: Record<StopState, Tone> = {
  pending: 'none',
  arrived: 'ok',
  done: 'good',
  failed: 'problem',
  skipped: 'poor',
};

/** The stops of a job in their order, with what can be done at each while the job is under way. */
export function StopList({ job }: { job: ShownJob }) {
  const t = useText();
  const may = usePermitted(entity.can('update'), { resource: job.structureId });
  const [failing, setFailing] = useState<ShownStop | null>(null);
  const act = useAction(api.job.stop, {
    invalidates: [api.job.log, api.job.list],
    shows: () => ({ detail: api.job.get.key({ params: { id: job.id } }), lists: [] }),
  });
  const take = (stop: ShownStop, action: StopAction, reason?: string) =>
    act.ask({
      params: { id: job.id, stopId: stop.id },
      body: { action, version: job.version, ...(reason ? { reason } : {}) },
    });
  if (job.stops.length === 0) return <Text c="dimmed">{t('noStops')}</Text>;
  return (
    <>
      <Stack component="ol" gap="sm" m={0} ps="lg">
        {job.stops.map((stop) => (
          <li key={stop.id}>
            <Group justify="space-between" gap="xs">
              <div>
                <bdi>{stop.name}</bdi>{' '}
                <StatusChip value={stop.state} field="stopState" namespace="fleet" tones={tones} />
                <Text size="sm" c="dimmed">
                  <bdi>{[stop.address, stop.reason].filter(Boolean).join(' · ')}</bdi>
                  {stop.doneAt && (
                    <>
                      {' '}
                      <Ago at={stop.doneAt} />
                    </>
                  )}
                </Text>
              </div>
              {may && job.state === 'in-progress' && (
                <Group gap={4}>
                  {stopActions
                    .filter((action) => stopSteps[action].from.includes(stop.state))
                    .map((action) => (
                      <Button
                        key={action}
                        size="compact-sm"
                        variant="default"
                        aria-label={t('atStop', { action: t(`stopActions.${action}`), name: stop.name })}
                        onClick={() => {
                          if (action === 'fail') setFailing(stop);
                          else void take(stop, action).catch(() => undefined);
                        }}
                      >
                        {t(`stopActions.${action}`)}
                      </Button>
                    ))}
                </Group>
              )}
            </Group>
          </li>
        ))}
      </Stack>
      {failing && (
        <StopReason
          name={failing.name}
          onClose={() => setFailing(null)}
          onReason={async (reason) => {
            await take(failing, 'fail', reason);
            setFailing(null);
          }}
        />
      )}
    </>
  );
}
