import { MultiSelect, NumberInput } from '@mantine/core';
import { z } from 'zod';
import { eventsOf } from '#core/devices/common/models/model-events.ts';
import { useSensorTexts } from '#core/devices/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import type { Predicate } from '../../common/condition.ts';
import { MinutesInput } from '../form/MinutesInput.tsx';
import classes from '../Rules.module.css';
import { useText } from '../texts.ts';

type EventPredicate = Extract<Predicate, { event: string }>;
type Scalar = string | boolean;

/** The values that a field of an event's data can have; null for numbers and free texts. */
function optionsOf(shape: z.ZodType): readonly Scalar[] | null {
  const { enum: words, type, anyOf } = z.toJSONSchema(shape, { unrepresentable: 'any', io: 'input' });
  if (type === 'boolean') return [true, false];
  const listed = words ?? anyOf?.flatMap((one) => (typeof one === 'object' ? (one.enum ?? []) : []));
  return listed && listed.length > 0 ? listed.filter((one) => typeof one === 'string') : null;
}

type Props = {
  app: AppManifest;
  value: EventPredicate;
  invalid: boolean;
  onChange(value: EventPredicate): void;
};

/** Which events count, how many of them, and within what time. */
export function EventOperand({ app, value, invalid, onChange }: Props) {
  const t = useText();
  const kitText = useKitText();
  const { eventField, stateText } = useSensorTexts(app.id);
  const shape = eventsOf(app, null)[value.event]?.shape ?? {};
  const change = (field: string, chosen: Scalar[]) => {
    const { [field]: _, ...others } = value.where;
    onChange({ ...value, where: chosen.length > 0 ? { ...others, [field]: chosen } : others });
  };
  return (
    <>
      {Object.entries(shape).map(([field, type]) => {
        const options = optionsOf(type as z.ZodType);
        const chosen = value.where[field] ?? [];
        return options ? (
          <MultiSelect
            key={field}
            className={classes.list}
            label={eventField(field)}
            placeholder={chosen.length === 0 ? kitText('list.any') : ''}
            data={options.map((one) => ({ value: String(one), label: String(stateText(field, one)) }))}
            value={chosen.map(String)}
            onChange={(next) =>
              change(
                field,
                options.filter((one) => next.includes(String(one))),
              )
            }
          />
        ) : null;
      })}
      <NumberInput
        className={classes.number}
        label={t('rules.times')}
        min={1}
        max={100}
        value={Number.isNaN(value.times) ? '' : value.times}
        error={invalid && Number.isNaN(value.times)}
        onChange={(next) => onChange({ ...value, times: typeof next === 'number' ? next : Number.NaN })}
      />
      <MinutesInput
        w="8rem"
        label={t('rules.within')}
        value={value.withinSeconds}
        error={invalid && Number.isNaN(value.withinSeconds)}
        onChange={(seconds) => onChange({ ...value, withinSeconds: seconds ?? Number.NaN })}
      />
    </>
  );
}
