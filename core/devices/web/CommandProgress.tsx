import { IconCheck, IconX } from '@tabler/icons-react';
import { useActorName } from '#platform/web/i18n/actor-name.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import type { Command, CommandState } from '../common/command.ts';
import classes from './CommandProgress.module.css';
import { useCommandText } from './command-texts.ts';
import { useText } from './texts.ts';

const path: readonly CommandState[] = ['queued', 'sent', 'delivered', 'confirmed'];
const bad = new Set<CommandState>(['failed', 'expired']);

/** The progress of a command in four steps. A failure ends it. */
export function CommandProgress({ command, app }: { command: Command; app: string }) {
  const t = useText();
  const { label } = useLabels('devices');
  const textOf = useCommandText(app);
  const name = useActorName();
  const ended = bad.has(command.state);
  const steps: CommandState[] = ended ? ['queued', command.state] : [...path];
  const reached = steps.indexOf(command.state);
  return (
    <div className={classes.progress} aria-live="polite">
      <div className={classes.head}>
        <strong>{textOf(command)}</strong>
        <span className={classes.meta}>
          {command.requestedBy && <bdi>{name(command.requestedBy, command.impersonatedBy)}</bdi>}{' '}
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
                  <IconX size={iconSizes.sm} aria-hidden />
                ) : (
                  <IconCheck size={iconSizes.sm} aria-hidden />
                ))}
            </span>
            {label(`values.commandState.${state}`)}
          </li>
        ))}
      </ol>
      {(ended || command.state === 'queued') && (
        <p className={classes.why}>{t(`commandWhy.${command.state as 'queued' | 'failed' | 'expired'}`)}</p>
      )}
    </div>
  );
}
