import { Button, Stack } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { notify } from '#platform/web/client/notices.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { LocalTimeInput } from '#platform/web/ui/time/LocalTimeInput.tsx';
import { localInstant, localTime } from '#platform/web/ui/time/local-time.ts';
import { useText } from '../texts.ts';
import { useAccess } from '../use-access.ts';

const dayMs = 86_400_000;
type Outcome = { changed: readonly number[]; refused: readonly { word: string }[] };

/** Says how many accesses were changed, and why others were not. */
export function useOutcomeNotice(): (outcome: Outcome) => void {
  const t = useText();
  const { label, has } = useLabels('access');
  return useCallback(
    ({ changed, refused }) => {
      const [first] = refused;
      if (changed.length > 0) notify({ kind: 'success', message: t('many.changed', { count: changed.length }) });
      if (!first) return;
      const why = has(`errors.${first.word}`) ? label(`errors.${first.word}`) : t('many.otherReason');
      notify({ kind: 'negative', message: t('many.refused', { count: refused.length, why }) });
    },
    [t, label, has],
  );
}

/** Gives several accesses another end. */
export function ExtendPanel({ ids, onClose }: { ids: readonly number[]; onClose(): void }) {
  const t = useText();
  const { calls } = useAccess();
  const [to, setTo] = useState(() => localTime(Date.now() + 7 * dayMs));
  const showOutcome = useOutcomeNotice();
  const change = useAction(calls.userAccess.changeMany, {
    keyed: true,
    invalidates: [calls.userAccess.list],
    onDone: (outcome) => {
      showOutcome(outcome);
      onClose();
    },
  });
  const typed = localInstant(to);
  const until = typed && Date.parse(typed) > Date.now() ? typed : undefined;
  return (
    <SidePanel title={t('many.extend', { count: ids.length })} onClose={onClose}>
      <Stack
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (until) change.run({ body: { grantIds: [...ids], change: 'extend', to: until }, silent: 'success' });
        }}
      >
        <LocalTimeInput label={t('fields.until')} value={to} onChange={setTo} />
        <Button type="submit" loading={change.pending} disabled={!until}>
          {t('actions.extend')}
        </Button>
      </Stack>
    </SidePanel>
  );
}
