import { Checkbox, Stack } from '@mantine/core';
import { useData } from '#platform/web/client/hooks.ts';
import { useOptimistic } from '#platform/web/client/optimistic.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { useText } from '../texts.ts';
import type { NotificationGroupCalls } from './source.ts';

type Props = {
  calls: NotificationGroupCalls;
  app: string;
  /** The names of the events that the webhook is notified of. */
  events: readonly string[];
  disabled: boolean;
  save(events: string[]): Promise<readonly string[]>;
};

/** What the webhook of a group is notified of besides alarms. Shows nothing if the app has no such events. */
export function WebhookEvents({ calls, app, events, disabled, save }: Props) {
  const t = useText();
  const { label } = useLabels(app);
  const offered = useData(calls.params, {}, { staleTime: 300_000 });
  const [chosen, setChosen] = useOptimistic(events, (next) => save([...next]));
  if (!offered.data || offered.data.events.length === 0) return null;
  return (
    <Checkbox.Group
      label={t('webhook.events')}
      description={t('webhook.eventsHint')}
      value={[...chosen]}
      onChange={(next) => setChosen(() => next)}
    >
      <Stack gap="xs" mt="xs">
        {offered.data.events.map(({ name }) => (
          <Checkbox key={name} value={name} label={label(`webhookEvents.${name}`)} disabled={disabled} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
