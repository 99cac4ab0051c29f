import { Button, Group, Kbd, Title } from '@mantine/core';
import type { AlarmDetail } from '#core/alarms/common/alarm.ts';
import { useAlarmAction } from '#core/alarms/web/parts.tsx';
import { useShortcut } from '#platform/web/shell/keyboard/shortcuts.ts';
import { useText } from '../../texts.ts';
import classes from '../Workbench.module.css';

/** What a police unit does once it has accepted an incident, each with one key. */
const steps = { dispatched: 'd', 'on-scene': 's' } as const;
type Step = keyof typeof steps;
const order: readonly Step[] = ['dispatched', 'on-scene'];

/** For the police unit that has to act: the steps that it has not taken. One can be left out, and none is undone. */
export function PoliceSteps({ alarm }: { alarm: AlarmDetail }) {
  const t = useText();
  const { send, pending } = useAlarmAction(alarm, 'comment');
  const { desk } = alarm;
  if (!send || !desk?.mine || (desk.role !== 'hq' && desk.role !== 'local')) return null;
  const taken = alarm.events.flatMap(({ data: { mark } }) => order.filter((step) => step === mark));
  const next = order.slice(Math.max(-1, ...taken.map((step) => order.indexOf(step))) + 1);
  if (next.length === 0) return null;
  return (
    <section className={classes.part}>
      <Title order={3}>{t('workbench.patrol')}</Title>
      <Group gap="xs" grow>
        {next.map((step) => (
          <StepButton
            key={step}
            step={step}
            of={alarm.subject.name}
            pending={pending}
            onTake={() => void send({ comment: t(`marks.${step}`), mark: step })}
          />
        ))}
      </Group>
    </section>
  );
}

type StepProps = { step: Step; of: string; pending: boolean; onTake(): void };

function StepButton({ step, of, pending, onTake }: StepProps) {
  const t = useText();
  const name = t(`marks.${step}`);
  useShortcut(steps[step], name, onTake, { of, enabled: !pending });
  return (
    <Button
      variant="default"
      loading={pending}
      rightSection={<Kbd aria-hidden>{steps[step].toUpperCase()}</Kbd>}
      onClick={onTake}
    >
      {name}
    </Button>
  );
}
