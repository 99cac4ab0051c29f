import { Badge } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { api } from '../api.ts';
import classes from '../Telemetry.module.css';
import { useText } from '../texts.ts';
import { DeadLetters } from './DeadLetters.tsx';
import { useDeadLetterReason } from './dead-letter-reason.ts';
import { ReplayGroup } from './ReplayGroup.tsx';

/** The refused messages of all devices, by the reason why they were refused. */
export function DeadLettersPage() {
  return (
    <PageFrame fill toolbar={<Reasons />}>
      <DeadLetters />
    </PageFrame>
  );
}

/** Links to the open messages of each reason; those of the chosen one can be reprocessed together. */
function Reasons() {
  const t = useText();
  const { number } = useFormats();
  const { reasonText } = useDeadLetterReason();
  const [params] = useSearchParams();
  const { data = [] } = useData(api.deadLetter.groups, {}, { silent: true });
  const chosen = data.find(({ reason }) => reason === params.get('reason'));
  return (
    <>
      {data.length > 0 && (
        <nav className={classes.reasons} aria-label={t('deadLetters.reasons')}>
          {data.map(({ reason, count, devices }) => (
            <Link
              key={reason}
              to={`?state=open&reason=${encodeURIComponent(reason)}`}
              className={classes.reason}
              aria-current={params.get('reason') === reason || undefined}
            >
              <span>{reasonText(reason)}</span>
              <Badge variant="light" color="gray">
                {number(count)}
              </Badge>
              {devices > 0 && <span className={classes.devices}>{t('deadLetters.devices', { count: devices })}</span>}
            </Link>
          ))}
        </nav>
      )}
      <ReplayGroup group={chosen} />
    </>
  );
}
