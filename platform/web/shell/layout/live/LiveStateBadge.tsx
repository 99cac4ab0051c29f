import { Tooltip, VisuallyHidden } from '@mantine/core';
import { type LiveState, useLiveState } from '../../../client/live/live.ts';
import { useKitText } from '../../../i18n/texts.ts';
import classes from '../Header.module.css';
import { usePhone } from '../phone.ts';

const namedStates = ['live', 'connecting', 'reconnecting', 'offline'] as const;

/** The state of the live connection, as text and colour. */
export const LiveStateBadge = () => <LiveStateOutput state={useLiveState()} phone={usePhone()} />;

/** It has the same width in every state, also while nothing is live, so that a change does not move the header. */
export function LiveStateOutput({ state, phone }: { state: LiveState; phone: boolean }) {
  const t = useKitText();
  return (
    <Tooltip label={t(`shell.liveHint.${state}`)}>
      <output className={classes.live} data-state={state}>
        <span className={classes.dot} />
        {phone ? (
          state !== 'idle' && <VisuallyHidden>{t(`shell.live.${state}`)}</VisuallyHidden>
        ) : (
          <span className={classes.liveTexts}>
            {namedStates.map((one) => (
              <span key={one} aria-hidden={one !== state}>
                {t(`shell.live.${one}`)}
              </span>
            ))}
          </span>
        )}
      </output>
    </Tooltip>
  );
}
