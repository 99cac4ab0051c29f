import { Button, Text, Title } from '@mantine/core';
import type { WebhookDelivery } from '#platform/common/webhook.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { useText } from '../texts.ts';
import type { WebhookCalls } from './source.ts';
import classes from './Webhook.module.css';

/** While a delivery is under way, the log is read again after this time, in milliseconds. */
const pollMs = 1500;
/**
 * A delivery whose next attempt is this soon, in milliseconds, counts as under way, so that its result appears without
 * a reload.
 */
const soonMs = 30_000;
const tones = { waiting: 'ok', delivered: 'good', failed: 'problem' } as const;

const isOnItsWay = ({ state, nextAttemptAt }: WebhookDelivery) =>
  state === 'waiting' && Date.parse(nextAttemptAt) < Date.now() + soonMs;

type Props = { calls: WebhookCalls; groupId: number; disabled: boolean };

/** The last deliveries of a webhook with what the receiver answered. */
export function WebhookLog({ calls, groupId, disabled }: Props) {
  const t = useText();
  const query = useData(
    calls.deliveries,
    { params: { id: groupId } },
    {
      silent: true,
      refetchInterval: ({ state }) => (state.data?.some(isOnItsWay) ? pollMs : false),
    },
  );
  const deliveries = query.data ?? [];
  return (
    <section>
      <Title order={3} size="h4" mb="xs">
        {t('webhook.log')}
      </Title>
      {query.data && deliveries.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('webhook.noLog')}
        </Text>
      )}
      {deliveries.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <ul className={classes.log} tabIndex={0} aria-label={t('webhook.log')}>
          {deliveries.map((one) => (
            <Delivery key={one.id} delivery={one} calls={calls} groupId={groupId} disabled={disabled} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Delivery({ delivery, calls, groupId, disabled }: Props & { delivery: WebhookDelivery }) {
  const t = useText();
  const { label, has } = useLabels('notifications');
  const { number, date } = useFormats();
  const replay = useAction(calls.replay);
  const { id, type, state, attempts, createdAt, nextAttemptAt, status, fault, durationMs, reply } = delivery;
  const cause = type.replace(/^alarm\./, '');
  const key = type === 'test' ? 'webhook.types.test' : `notified.causes.${cause}`;
  const event = has(key) ? label(key) : type;
  const facts = [
    ...(status === null ? [] : [`HTTP ${status}`]),
    ...(durationMs === null ? [] : [t('webhook.duration', { ms: number(durationMs) })]),
    ...(attempts > 1 ? [t('webhook.attempts', { count: attempts })] : []),
    ...(state === 'waiting' && attempts > 0 ? [t('webhook.next', { time: date(nextAttemptAt) })] : []),
  ];
  return (
    <li className={classes.delivery}>
      <div className={classes.about}>
        <div className={classes.head}>
          <ToneChip tone={tones[state]}>{t(`webhook.deliveries.${state}`)}</ToneChip>
          <span className={classes.event}>{event}</span>
          <Ago at={createdAt} />
        </div>
        {facts.length > 0 && (
          <div className={classes.facts}>
            {facts.map((fact) => (
              <bdi key={fact}>{fact}</bdi>
            ))}
          </div>
        )}
        {fault && <Text size="sm">{t(`webhook.faults.${fault}`)}</Text>}
        {reply && (
          <div className={classes.reply}>
            <Bdi>{reply}</Bdi>
          </div>
        )}
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        disabled={disabled || isOnItsWay(delivery)}
        loading={replay.pending}
        aria-label={t('webhook.replayOf', { event })}
        onClick={() => replay.run({ params: { id: groupId }, body: { id }, silent: 'success' })}
      >
        {t('webhook.replay')}
      </Button>
    </li>
  );
}
