import { Button } from '@mantine/core';
import type { BellList } from '#core/alarms/web/parts.tsx';
import { useText } from '../texts.ts';
import classes from './Bell.module.css';
import { mayNotify } from './notices.ts';
import { useAttentionChoice } from './use-attention.ts';

const toggle = { size: 'xs' } as const;

/** How the person is notified of new alarms. The browser asks for its permission when notices are switched on. */
export function AttentionSwitches({ lists }: { lists: readonly BellList[] }) {
  const t = useText();
  const { choice, loading, choose } = useAttentionChoice(lists);
  const supported = 'Notification' in window;
  const blocked = supported && Notification.permission === 'denied';
  const notices = choice.notices && mayNotify();
  const setNotices = async (wanted: boolean) => {
    if (wanted && (await Notification.requestPermission()) !== 'granted') return;
    await choose({ notices: wanted });
  };
  return (
    <div className={classes.attention}>
      <Button
        {...toggle}
        variant={choice.sound ? 'light' : 'default'}
        aria-pressed={choice.sound}
        disabled={loading}
        onClick={() => void choose({ sound: !choice.sound })}
      >
        {t('bell.sound')}
      </Button>
      {supported && (
        <Button
          {...toggle}
          variant={notices ? 'light' : 'default'}
          aria-pressed={notices}
          disabled={loading || blocked}
          title={blocked ? t('bell.blocked') : undefined}
          onClick={() => void setNotices(!notices)}
        >
          {t('bell.notices')}
        </Button>
      )}
    </div>
  );
}
