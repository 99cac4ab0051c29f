import { Tooltip } from '@mantine/core';
import { useLiveState } from '../../client/live/live.ts';
import { useKitText } from '../../i18n/texts.ts';
import classes from './Header.module.css';
import { usePhone } from './phone.ts';

/** The state of the live connection, as text and colour. */
export function LiveStateBadge() {
  const t = useKitText();
  const state = useLiveState();
  const phone = usePhone();
  if (state === 'idle') return null;
  return (
    <Tooltip label={t(`shell.liveHint.${state}`)}>
      <output className={classes.live} data-state={state}>
        <span className={classes.dot} />
        {phone && state === 'live' ? null : t(`shell.live.${state}`)}
      </output>
    </Tooltip>
  );
}
