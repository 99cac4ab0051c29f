import { Checkbox, Title } from '@mantine/core';
import type { AlarmDetail } from '#core/alarms/common/alarm.ts';
import { useAlarmAction } from '#core/alarms/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useShortcut } from '#platform/web/shell/keyboard/shortcuts.ts';
import type { IncidentFile } from '../../common/incidents/incident-file.ts';
import { useText } from '../texts.ts';
import { stepDone, stepsDone } from './contact-results.ts';
import classes from './Workbench.module.css';

type Props = { alarm: AlarmDetail; file: IncidentFile };

/** What is to be done, as steps to tick, the next one by a key. A tick is a comment in the timeline, which stays. */
export function ActionPlan({ alarm, file: { premises } }: Props) {
  const t = useText();
  const { date } = useFormats();
  const { send, pending } = useAlarmAction(alarm, 'comment');
  const done = stepsDone(alarm);
  const plan = premises?.plan ?? [];
  const next = plan.find((step) => !done.has(step));
  useShortcut('n', t('workbench.nextStep'), () => next !== undefined && void send?.(stepDone(next)), {
    of: alarm.subject.name,
    enabled: next !== undefined && send !== null && !pending,
  });
  if (plan.length === 0) return null;
  return (
    <section className={classes.part}>
      <Title order={3}>{t('fields.plan')}</Title>
      <ol className={classes.rows}>
        {plan.map((step, n) => {
          const by = done.get(step);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have the same text
            <li key={n}>
              <Checkbox
                label={<bdi>{step}</bdi>}
                description={by && [by.by, date(by.at)].filter(Boolean).join(' · ')}
                checked={by !== undefined}
                disabled={by !== undefined || !send || pending}
                onChange={() => void send?.(stepDone(step))}
              />
            </li>
          );
        })}
      </ol>
    </section>
  );
}
