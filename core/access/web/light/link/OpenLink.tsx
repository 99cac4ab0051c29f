import { useEffect, useState } from 'react';
import { currentLanguage } from '#platform/web/i18n/i18n.ts';
import { LightButton, LightCard, LightFrame, LightNote } from '#platform/web/light/LightFrame.tsx';
import type { PublicLink } from '../../../common/public-link.ts';
import classes from './Link.module.css';
import { type PublicLinkCalls, unreachable } from './link-calls.ts';
import { OpenButton } from './OpenButton.tsx';
import { useLinkText } from './texts.ts';
import { type LinkPhase, useLink } from './use-link.ts';

type State = PublicLink['state'];
const over: readonly State[] = ['used', 'expired', 'revoked', 'blocked'];

/** Renders every second. */
function useSecond(): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
}

const locale = () => (currentLanguage() === 'ar' ? 'ar-AE-u-nu-latn' : 'en-GB');
const moment = (at: string | number) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
const clock = (at: string) => new Intl.DateTimeFormat(locale(), { timeStyle: 'medium' }).format(new Date(at));

/** Days, hours, minutes and seconds, without leading zeros. */
function remaining(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const days = Math.floor(seconds / 86_400);
  const rest = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  const time = rest.map((part) => String(part).padStart(2, '0')).join(':');
  return days > 0 ? `${days} × 24:00 + ${time}` : time;
}

/** The page of a link: the lock, the end of the link, and the button that opens the lock. */
export function OpenLink({ calls }: { calls: PublicLinkCalls }) {
  const t = useLinkText();
  const { link, problem, phase, open, read, serverNow } = useLink(calls);
  const [pin, setPin] = useState('');
  useSecond();
  useEffect(() => {
    document.title = t('title');
  }, [t]);
  return (
    <LightFrame owner={link?.company.name} offline={t('offline')}>
      {link ? (
        <LightCard title={link.lock.name}>
          <p className={classes.lead}>{t('from', { company: link.company.name })}</p>
          <Times link={link} now={serverNow()} />
          <p className={classes.online} data-online={link.lock.online}>
            {t(link.lock.online ? 'lockOnline' : 'lockAsleep')}
          </p>
          {over.includes(link.state) && phase.name !== 'opened' ? (
            <LightNote>{t(`states.${link.state as 'used'}`)}</LightNote>
          ) : (
            <>
              {link.needsPin && (
                <label className={classes.pin}>
                  {t('pin')}
                  <input
                    inputMode="numeric"
                    autoComplete="one-time-code"
                    dir="ltr"
                    maxLength={9}
                    value={pin}
                    onChange={(event) => setPin(event.target.value)}
                  />
                </label>
              )}
              {link.needsPosition && <p className={classes.lead}>{t('place.asked')}</p>}
              {link.state !== 'used' && (
                <OpenButton
                  disabled={link.state !== 'ready' || isUnderWay(phase) || (link.needsPin && pin === '')}
                  labels={{ hold: t('hold'), holding: t('keepHolding'), again: t('again'), hint: t('holdHint') }}
                  onOpen={() => void open(pin)}
                />
              )}
            </>
          )}
          <Progress phase={phase} />
        </LightCard>
      ) : (
        problem && <Problem word={problem} onRetry={() => void read()} />
      )}
    </LightFrame>
  );
}

const isUnderWay = ({ name }: LinkPhase) => name === 'sending' || name === 'opening' || name === 'waking';

function Times({ link, now }: { link: PublicLink; now: number }) {
  const t = useLinkText();
  const { state, from, to, usesLeft } = link;
  const counts = state === 'not-yet' || state === 'ready';
  const until = state === 'not-yet' ? Date.parse(from) : to === null ? null : Date.parse(to);
  return (
    <div className={classes.times}>
      {counts && until !== null && until > now && (
        <p className={classes.countdown}>
          {t(state === 'not-yet' ? 'opensIn' : 'openFor')} <strong dir="ltr">{remaining(until - now)}</strong>
        </p>
      )}
      <p>
        {t('since', { from: moment(from) })} {to === null ? t('noEnd') : t('until', { to: moment(to) })}
        {usesLeft !== null && usesLeft > 0 && ` · ${t('uses', { count: usesLeft, shown: usesLeft })}`}
      </p>
    </div>
  );
}

function Progress({ phase }: { phase: LinkPhase }) {
  const t = useLinkText();
  return (
    <div className={classes.progress} role="status" aria-live="assertive" data-phase={phase.name}>
      {(phase.name === 'sending' || phase.name === 'opening' || phase.name === 'unknown') &&
        t(`progress.${phase.name}`)}
      {phase.name === 'failed' && t(phase.counted ? 'progress.refused' : 'progress.failed')}
      {phase.name === 'opened' && t('progress.opened', { time: clock(phase.at) })}
      {phase.name === 'refused' && <Refused word={phase.word} />}
      {phase.name === 'waking' && (
        <>
          <svg viewBox="0 0 64 64" className={classes.wake} aria-hidden="true">
            <path d="M20 30v-8a12 12 0 0 1 24 0v8M14 30h36v26H14zM32 40v8M6 18l5 4M58 18l-5 4M4 32h5M60 32h-5" />
          </svg>
          <strong>{t('wake.title')}</strong>
          <span>{t('wake.text')}</span>
          <span>{t('wake.waiting', { seconds: Math.max(0, Math.round((phase.until - Date.now()) / 1000)) })}</span>
        </>
      )}
    </div>
  );
}

const placeWords = ['link-needs-position', 'link-position-unsure', 'link-outside-fence'] as const;
const isPlaceWord = (word: string): word is (typeof placeWords)[number] => placeWords.some((known) => known === word);

function Refused({ word }: { word: string }) {
  const t = useLinkText();
  if (word === 'link-wrong-pin') return t('wrongPin');
  if (word === unreachable) return t('offline');
  if (word === 'access-blocked') return t('states.blocked');
  if (isPlaceWord(word)) return t(`place.${word}`);
  if (word === 'link-used') return t('states.used');
  return t(word === 'link-too-often' ? 'states.tooOften' : 'refused');
}

function Problem({ word, onRetry }: { word: string; onRetry(): void }) {
  const t = useLinkText();
  const unknown = word === 'link-unknown' || word === 'invalid';
  return (
    <LightCard title={t('title')}>
      <LightNote>
        {t(unknown ? 'states.unknown' : word === 'link-too-often' ? 'states.tooOften' : 'states.unavailable')}
      </LightNote>
      {!unknown && <LightButton onClick={onRetry}>{t('retry')}</LightButton>}
    </LightCard>
  );
}
