import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText, useLabels } from '#platform/web/i18n/texts.ts';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import type { IntrusionSetting, Settings } from '../../common/settings/setting.ts';
import { useText } from '../texts.ts';

type Value = Settings[keyof Settings];

const unitNames = ['minutes', 'hours', 'days'] as const;

/** The rules for those who may not change them. */
export function ShownRules({ setting: { kind: _, version: __, ...shown } }: { setting: IntrusionSetting }) {
  const t = useText();
  const kit = useKitText();
  const { label } = useLabels('defcon');
  const { number } = useFormats();
  /** The unit is in the name of a setting. */
  const unitOf = (name: string): string => {
    const unit = unitNames.find((one) => name.toLowerCase().endsWith(one));
    if (unit) return t(`rules.${unit}`);
    return name.endsWith('Seconds') || name.endsWith('Targets') ? t('secondsSuffix') : '';
  };
  const textOf = (name: string, value: Value): string => {
    if (typeof value === 'boolean') return kit(value ? 'actions.yes' : 'actions.no');
    if (typeof value === 'number') return `${number(value)}${unitOf(name)}`;
    if (value.length === 0) return '–';
    const parts = value.map((one) => {
      if (typeof one === 'number') return `${number(one)}${unitOf(name)}`;
      if (typeof one === 'string') return name === 'autoPolice' ? label(`alarms.${one}`) : one;
      return t('rules.band', { from: number(one.from), fee: number(one.feeAed) });
    });
    return parts.join(' · ');
  };
  return (
    <Facts
      items={Object.entries(shown).map(([name, value]) => [
        label(`fields.${name}`),
        <bdi key={name}>{textOf(name, value)}</bdi>,
      ])}
    />
  );
}
