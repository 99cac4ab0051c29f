import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { type JobState, reasonedSteps, type ShownJob, stepBetween } from '../../common/jobs/job.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

type More = { reason?: string; force?: boolean };
type Asked = {
  job: ShownJob;
  status: JobState;
  /** What has to be said before the job is moved. */
  what: 'reason' | 'force';
  answer(more: More | null): void;
};

/** Whether somebody who may insist was refused. */
const insistable = z.object({ mayForce: z.literal(true) });
const mayInsist = (error: unknown): boolean =>
  error instanceof RequestError && insistable.safeParse(error.detail).success;

/**
 * Moves jobs to other states. Asks for the reason where one is needed, and whether to insist where the papers have expired or
 * another job is in the way. Refuses if the server or the person does.
 */
export function useJobMoves(): { move(job: ShownJob, status: JobState): Promise<void>; dialog: ReactNode } {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = (job: ShownJob, status: JobState, what: Asked['what']) =>
    new Promise<More | null>((answer) => setAsked({ job, status, what, answer })).finally(() => setAsked(null));

  async function send(job: ShownJob, status: JobState, more: More): Promise<void> {
    try {
      await api.job.update.send({ params: { id: job.id }, body: { version: job.version, status, ...more } });
    } catch (error) {
      if (more.force || !mayInsist(error)) throw error;
      const insisted = await ask(job, status, 'force');
      if (!insisted) throw error;
      await send(job, status, { ...more, ...insisted });
    }
  }

  async function move(job: ShownJob, status: JobState): Promise<void> {
    const step = stepBetween(job.state, status);
    const needsReason = step !== undefined && reasonedSteps.includes(step);
    try {
      const more = needsReason ? await ask(job, status, 'reason') : {};
      if (more) await send(job, status, more);
    } finally {
      await client.invalidateQueries({ queryKey: api.job.list.keyPrefix });
      await client.invalidateQueries({ queryKey: api.job.get.keyPrefix });
      await client.invalidateQueries({ queryKey: api.job.log.keyPrefix });
    }
  }
  return { move, dialog: asked && <Question key={`${asked.job.id} ${asked.what}`} {...asked} /> };
}

/** The states for which a reason is asked. */
const whyTo = (status: JobState) => (status === 'failed' || status === 'cancelled' ? status : ('on-hold' as const));

function Question({ job, status, what, answer }: Asked) {
  const t = useText();
  const kit = useKitText();
  const [reason, setReason] = useState('');
  const title = what === 'reason' ? t(`whyTo.${whyTo(status)}`) : t('insist');
  return (
    <Modal opened onClose={() => answer(null)} title={title} closeButtonProps={{ 'aria-label': kit('actions.close') }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (what === 'force') answer({ force: true });
          else if (reason.trim() !== '') answer({ reason: reason.trim() });
        }}
      >
        <Stack gap="md">
          <Text>
            <bdi>{job.title}</bdi> (<bdi>{job.number}</bdi>)
          </Text>
          {what === 'reason' && (
            <Textarea
              label={t('fields.reason')}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              maxLength={500}
              required
              autosize
              minRows={2}
              data-autofocus
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => answer(null)}>
              {kit('actions.cancel')}
            </Button>
            <Button type="submit" disabled={what === 'reason' && reason.trim() === ''}>
              {what === 'reason' ? kit('actions.save') : t('insistNow')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
