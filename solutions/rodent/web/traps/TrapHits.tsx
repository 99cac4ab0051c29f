import { Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useAction, useList } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { useShortcut } from '#platform/web/shell/keyboard/shortcuts.ts';
import { Loading } from '#platform/web/shell/layout/Loading.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Hit } from '../../common/hit.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import classes from '../visits/Visit.module.css';
import { verdictTones } from './tones.ts';

const step = 25;
const verdictKeys = { c: 'catch', f: 'false' } as const;
type Verdict = (typeof verdictKeys)[keyof typeof verdictKeys];

/** The hits of a trap. N goes to the next one without a verdict; C and F say what the one with the focus was. */
export function TrapHits({ deviceId }: { deviceId: number }) {
  const t = useText();
  const [limit, setLimit] = useState(step);
  const { rows, total, loading, error, retry } = useList(api.hit.list, {
    limit,
    filter: { deviceId: String(deviceId) },
  });
  const list = useRef<HTMLUListElement>(null);
  const mayGive = usePermitted(api.hit.giveVerdict.route.access);
  const give = useAction(api.hit.giveVerdict);
  const [said, setSaid] = useState<number | null>(null);

  const focused = () => (list.current?.contains(document.activeElement) ? document.activeElement?.closest('li') : null);
  /** The focus goes to the buttons of the next hit without a verdict. */
  function goOn(from: Element | null | undefined): void {
    const open = [...(list.current?.querySelectorAll('li[data-open]') ?? [])];
    const next = open[((from ? open.indexOf(from) : -1) + 1) % Math.max(1, open.length)];
    next?.querySelector('button')?.focus();
  }
  /** Goes on at once: the buttons with the focus are about to be gone. */
  function say(id: number, verdict: Verdict): void {
    goOn(list.current?.querySelector(`li[data-id="${id}"]`));
    setSaid(id);
    give.run({ params: { id }, body: { verdict } });
  }
  function sayFocused(verdict: Verdict): void {
    const hit = rows.find(({ id, presumed }) => presumed && String(id) === focused()?.getAttribute('data-id'));
    if (hit) say(hit.id, verdict);
  }
  const enabled = mayGive && rows.some(({ presumed }) => presumed);
  useShortcut('n', t('nextHit'), () => goOn(focused()), { enabled });
  useShortcut('c', t('values.verdict.catch'), () => sayFocused('catch'), { enabled });
  useShortcut('f', t('values.verdict.false'), () => sayFocused('false'), { enabled });
  if (error) return <FailedState error={error} onRetry={retry} />;
  if (loading) return <Loading />;
  if (rows.length === 0) return <EmptyState title={t('noHits.title')} text={t('noHits.text')} />;
  return (
    <Stack gap="sm">
      {mayGive && (
        <Text size="sm" c="dimmed" visibleFrom="sm">
          {Object.entries(verdictKeys).map(([key, verdict]) => (
            <span key={key}>
              <KeyCap of={key} /> {t(`values.verdict.${verdict}`)} ·{' '}
            </span>
          ))}
          <KeyCap of="n" /> {t('nextHit')}
        </Text>
      )}
      <ul className={classes.traps} ref={list}>
        {rows.map((hit) => (
          <li key={hit.id} className={classes.trap} data-id={hit.id} data-open={(mayGive && hit.presumed) || undefined}>
            <HitFacts hit={hit} />
            <div className={classes.tools}>
              <StatusChip value={hit.verdict} field="verdict" tones={verdictTones} />
              {mayGive && hit.presumed && (
                <Group gap="xs">
                  {Object.values(verdictKeys).map((verdict) => (
                    <Button
                      key={verdict}
                      variant={verdict === 'catch' ? 'light' : 'default'}
                      loading={give.pending && said === hit.id}
                      onClick={() => say(hit.id, verdict)}
                    >
                      {t(`values.verdict.${verdict}`)}
                    </Button>
                  ))}
                </Group>
              )}
            </div>
          </li>
        ))}
      </ul>
      {(total ?? 0) > rows.length && limit < 100 && (
        <Group>
          <Button variant="default" onClick={() => setLimit(limit + step)}>
            {t('showMoreHits')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const KeyCap = ({ of }: { of: string }) => <Kbd dir="ltr">{of.toUpperCase()}</Kbd>;

function HitFacts({ hit }: { hit: Hit }) {
  const t = useText();
  const { date } = useFormats();
  const marks = (['mass', 'late', 'selfRearmed', 'service'] as const).filter((mark) => hit[mark]);
  return (
    <div className={classes.where}>
      <Text size="sm">{hit.fromAt ? t('between', { from: date(hit.fromAt), to: date(hit.at) }) : date(hit.at)}</Text>
      <Text size="xs" c="dimmed">
        {[
          t(`values.hitKind.${hit.kind}`),
          hit.space?.name ?? hit.floor?.name ?? hit.structure?.name,
          hit.presumed && hit.verdict !== 'unverified' && t('presumed'),
          ...marks.map((mark) => t(`marks.${mark}`)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </div>
  );
}
