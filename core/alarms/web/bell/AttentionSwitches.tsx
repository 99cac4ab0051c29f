import { Switch } from '@mantine/core';
import { useText } from '../texts.ts';
import classes from './Bell.module.css';
import type { BellList } from './bell-lists.ts';
import { mayNotify } from './notices.ts';
import { useAttentionChoice } from './use-attention.ts';

/** How the person is told of new alarms. The browser asks for its permission when notices are switched on. */
export function AttentionSwitches({ lists }: { lists: readonly BellList[] }) {
  const t = useText();
  const { choice, loading, choose } = useAttentionChoice(lists);
  const supported = 'Notification' in window;
  const blocked = supported && Notification.permission === 'denied';
  const setNotices = async (notices: boolean) => {
    if (notices && (await Notification.requestPermission()) !== 'granted') return;
    await choose({ notices });
  };
  return (
    <div className={classes.attention}>
      <Switch
        size="md"
        label={t('bell.sound')}
        disabled={loading}
        checked={choice.sound}
        onChange={(event) => void choose({ sound: event.currentTarget.checked })}
      />
      {supported && (
        <Switch
          size="md"
          label={t('bell.notices')}
          description={blocked ? t('bell.blocked') : undefined}
          disabled={loading || blocked}
          checked={choice.notices && mayNotify()}
          onChange={(event) => void setNotices(event.currentTarget.checked)}
        />
      )}
    </div>
  );
}
