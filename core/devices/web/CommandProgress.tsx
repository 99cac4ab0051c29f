import { IconCheck, IconX } from '@tabler/icons-react';
import { useActorName } from '#platform/web/i18n/actor-name.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import type { Command, CommandState } from '../common/command.ts';
import classes from './CommandProgress.module.css';
import { useCommandText } from './command-texts.ts';
import { useText } from './texts.ts';

const way: readonly CommandState[] = ['queued', 'sent', 'delivered', 'confirmed'];
const bad = new Set<CommandState>(['failed', 'expired']);

/** The four steps of a command, as far as it has come; a failure ends it where it stood. */
export function CommandProgress({ command, app }: { command: Command; app: string }) {
  const t = useText();
  const { label } = useLabels('devices');
  const textOf = useCommandText(app);
  const name = useActorName();
  const ended = bad.has(command.state);
  const steps: CommandState[] = ended ? ['queued', command.state] : [...way];
  const reached = steps.indexOf(command.state);
  return (
    <div className={classes.life} aria-live="polite">
      <div className={classes.head}>
        <strong>{textOf(command)}</strong>
        <span className={classes.meta}>
          {command.requestedBy && <bdi>{name(command.requestedBy, command.impersonatedBy)}</bdi>}{' '}
          <Ago at={command.createdAt} />
        </span>
      </div>
      <ol className={classes.steps}>
        {steps.map((state, at) => (
          <li
            key={state}
            className={classes.step}
            data-state={
              at > reached
                ? 'ahead'
                : ended && at === reached
                  ? 'bad'
                  : at === reached && state !== 'confirmed'
                    ? 'now'
                    : 'done'
            }
            aria-current={at === reached ? 'step' : undefined}
          >
            <span className={classes.dot}>
              {at <= reached &&
                (ended && at === reached ? (
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
