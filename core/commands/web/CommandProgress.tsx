import { Anchor, Button } from '@mantine/core';
import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useActorName } from '#platform/web/i18n/actor-name.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import type { Command, CommandState } from '../common/command.ts';
import classes from './CommandProgress.module.css';
import { useCommandReason, useCommandText } from './command-texts.ts';
import { useText } from './texts.ts';

const path: readonly CommandState[] = ['queued', 'sent', 'delivered', 'confirmed'];
const bad = new Set<CommandState>(['failed', 'expired', 'unknown']);

type Props = {
  command: Command;
  app: string;
  /** The address of an alarm whose rule has sent a command. */
  alarmAddress?: ((id: number) => string) | undefined;
  /** Cancels the command while it is queued; shown to people who may send it. */
  onCancel?: (() => void) | undefined;
  cancelling?: boolean;
};

/** The progress of a command in four steps, each with its time. A failure ends it. */
export function CommandProgress({ command, app, alarmAddress, onCancel, cancelling = false }: Props) {
  const t = useText();
  const { label } = useLabels('commands');
  const { date } = useFormats();
  const reasonOf = useCommandReason(app);
  const textOf = useCommandText(app);
  const name = useActorName();
  const ended = bad.has(command.state);
  const passed = path.filter((state) => command.trace.some((step) => step.state === state));
  const steps: CommandState[] = ended ? [...passed, command.state] : [...path];
  const reached = steps.indexOf(command.state);
  const Ended = command.state === 'unknown' ? IconQuestionMark : IconX;
  return (
    <div className={classes.progress} aria-live="polite">
      <div className={classes.head}>
        <strong>{textOf(command)}</strong>
        <span className={classes.meta}>
          {command.requestedBy && <bdi>{name(command.requestedBy, command.impersonatedBy)}</bdi>}{' '}
          {command.requestedBy === null && command.alarmId !== null && alarmAddress && (
            <Anchor component={Link} to={alarmAddress(command.alarmId)} inherit>
              {t('commandByRule')}
            </Anchor>
          )}{' '}
          <Ago at={command.createdAt} />
        </span>
      </div>
      <ol className={classes.steps}>
        {steps.map((state, index) => (
          <li
            key={state}
            className={classes.step}
            data-state={
              index > reached
                ? 'ahead'
                : ended && index === reached
                  ? 'bad'
                  : index === reached && state !== 'confirmed'
                    ? 'now'
                    : 'done'
            }
            aria-current={index === reached ? 'step' : undefined}
          >
            <span className={classes.dot}>
              {index <= reached &&
                (ended && index === reached ? (
                  <Ended size={iconSizes.sm} aria-hidden />
                ) : (
                  <IconCheck size={iconSizes.sm} aria-hidden />
                ))}
            </span>
            {label(`values.commandState.${state}`)}
            <Clock at={command.trace.find((step) => step.state === state)?.at} />
          </li>
        ))}
      </ol>
      {(ended || command.state === 'queued') && (
        <p className={classes.why}>
          {command.state === 'queued' && command.waitsFor !== null
            ? t('commandWaits', { why: reasonOf(command.waitsFor), until: date(command.expiresAt) })
            : command.state === 'expired' && command.reason !== null
              ? t('commandWaited', { why: reasonOf(command.reason) })
              : (reasonOf(command.reason) ??
                t(`commandWhy.${command.state as 'queued' | 'failed' | 'expired' | 'unknown'}`))}
        </p>
      )}
      {onCancel && command.state === 'queued' && (
        <Button size="compact-sm" variant="default" loading={cancelling} onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
      )}
    </div>
  );
}

/** The time of day of a step that was reached. */
function Clock({ at }: { at: string | undefined }) {
  const { date } = useFormats();
  return at ? (
    <time dateTime={at} className={classes.meta}>
      {date(at, 'time')}
    </time>
  ) : null;
}
