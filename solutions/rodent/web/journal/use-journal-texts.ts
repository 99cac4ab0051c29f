import { useMemo } from 'react';
import { useAlarmTexts } from '#core/alarms/web/parts.tsx';
import { useLogTexts } from '#core/devices/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { rodent } from '../../app.ts';
import { type JournalLine, journalKinds } from '../../common/journal.ts';
import { useText } from '../texts.ts';

const separator = ' · ';

/** The texts of lines of the journal: what kind a line is of, and what it says. */
export function useJournalTexts() {
  const t = useText();
  const { date } = useFormats();
  const { sentence } = useLogTexts(rodent.id);
  const alarms = useAlarmTexts(rodent);
  const kit = useKitText();
  return useMemo(() => {
    const joined = (parts: readonly (string | number | false | null | undefined)[]) =>
      parts.filter((part) => part !== null && part !== undefined && part !== false && part !== '').join(separator);
    const hitText = ({ hit, at }: JournalLine) =>
      hit &&
      joined([
        hit.kind === 'activity' && t('values.hitKind.activity'),
        hit.kind === 'activity' && hit.count > 1 && t('journal.times', { count: hit.count }),
        t(`values.verdict.${hit.verdict}`),
        hit.presumed && hit.verdict !== 'unverified' && t('presumed'),
        hit.fromAt && t('between', { from: date(hit.fromAt), to: date(at) }),
      ]);
    const verdictText = ({ verdict }: JournalLine) =>
      verdict &&
      joined([
        t(`values.verdict.${verdict.verdict}`),
        verdict.count,
        verdict.species && t(`values.species.${verdict.species}`),
        verdict.cause && t(`values.cause.${verdict.cause}`),
        verdict.reason,
      ]);
    const visitText = ({ visit }: JournalLine) =>
      visit &&
      joined([
        visit.number,
        t(`values.finding.${visit.finding}`),
        visit.count,
        visit.species && t(`values.species.${visit.species}`),
        ...visit.actions.map((action) => t(`values.action.${action}`)),
        visit.reason,
      ]);
    const alarmText = ({ alarm, device, structure }: JournalLine) =>
      alarm &&
      joined([
        alarms.title(alarm),
        kit(`values.severity.${alarm.severity}`),
        // Its trap and site have columns of their own.
        !device && alarm.subject !== structure?.name && alarm.subject,
        alarm.closedAt
          ? t(`journal.alarm.${alarm.disposition === 'rejected' ? 'rejected' : 'closed'}`, { at: date(alarm.closedAt) })
          : t(`journal.alarm.${alarm.condition}`),
      ]);
    const kindOf = ({ kind }: JournalLine): string => {
      const own = journalKinds.find((one) => one === kind);
      return t(`journal.kinds.${own ?? 'device'}`);
    };
    const detailOf = (line: JournalLine): string => {
      if (line.kind === 'rearm') return '';
      return verdictText(line) ?? visitText(line) ?? alarmText(line) ?? hitText(line) ?? sentence(line);
    };
    return { kindOf, detailOf };
  }, [t, date, sentence, alarms, kit]);
}
