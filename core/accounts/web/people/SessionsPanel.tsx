import { Button, Text } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { notify } from '#platform/web/client/notices.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { iconSizes, sizes } from '#platform/web/theme.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { api } from '../api.ts';
import { useText } from '../text.ts';
import classes from './Security.module.css';

/** The open sessions of the person, each of which can be ended. */
export function SessionsPanel() {
  const t = useText();
  const { asOwner } = useMe();
  const sessions = useData(api.security.sessions, {}, { silent: true });
  const end = useAction(api.security.endSession);
  const endOthers = useAction(api.security.endOthers, {
    onDone: () => notify({ kind: 'success', message: t('sessions.othersEnded') }),
  });
  if (!sessions.data) return <QueryBoundary of={sessions} height={sizes.drawing} />;
  return (
    <Panel
      title={t('sessions.title')}
      aside={
        !asOwner &&
        sessions.data.data.length > 1 && (
          <Button
            variant="default"
            size="xs"
            loading={endOthers.pending}
            onClick={() => endOthers.run({ silent: 'success' })}
          >
            {t('sessions.endOthers')}
          </Button>
        )
      }
    >
      <ul className={classes.rows}>
        {sessions.data.data.map((one) => {
          const Icon = /Mobile|Android|iPhone/.test(one.userAgent ?? '') ? IconDeviceMobile : IconDeviceDesktop;
          return (
            <li key={one.id}>
              <Icon size={iconSizes.lg} aria-hidden />
              <div className={classes.grow}>
                <Text fw={550}>
                  <Bdi>{one.agent || t('sessions.unknown')}</Bdi>
                </Text>
                <Text size="sm" c="dimmed">
                  <Bdi>{one.address ?? ''}</Bdi> · <Ago at={one.createdAt} />
                  {!one.current && (
                    <>
                      {' · '}
                      {t('sessions.lastUsed')} <Ago at={one.lastUsedAt} />
                    </>
                  )}
                </Text>
                {one.impersonatedBy && (
                  <Text size="sm">
                    <bdi>{t('sessions.impersonatedBy', { person: one.impersonatedBy })}</bdi>
                  </Text>
                )}
              </div>
              {one.current ? (
                <ToneChip tone="good">{t('sessions.current')}</ToneChip>
              ) : asOwner ? null : (
                <Button
                  variant="default"
                  size="xs"
                  disabled={end.pending}
                  onClick={() => end.run({ params: { id: one.id }, silent: 'success' })}
                >
                  {t('sessions.end')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
