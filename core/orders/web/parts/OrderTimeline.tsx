import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconCoin,
  IconDevices,
  IconMapPin,
  IconPackage,
  IconSend,
} from '@tabler/icons-react';
import type { RecordStep } from '#platform/common/lifecycle/lifecycle.ts';
import { useActorName } from '#platform/web/i18n/actor-name.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { EventTimeline } from '#platform/web/ui/history/EventTimeline.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { CancelReason } from './CancelReason.tsx';

const icons = {
  submitted: IconSend,
  cancel: IconCircleX,
  'payment-failed': IconAlertTriangle,
  'payment-mismatch': IconAlertTriangle,
  surplus: IconAlertTriangle,
  'unit-replaced': IconDevices,
  shipped: IconPackage,
  delivered: IconPackage,
  returned: IconPackage,
  'address-changed': IconMapPin,
} as const;
const iconOf = (step: string) =>
  icons[step as keyof typeof icons] ?? (step.startsWith('payment-') ? IconCoin : IconCircleCheck);

/** The detail of a step: a reason or a tracking number. */
const stepNote = ({ detail }: RecordStep) => {
  if (typeof detail.reason === 'string') return <CancelReason of={detail.reason} />;
  const parcel = [detail.carrier, detail.tracking].filter((part) => typeof part === 'string' && part !== '').join(' ');
  return parcel ? <Bdi>{parcel}</Bdi> : undefined;
};

/** The steps of an order, newest first. */
export function OrderTimeline({ steps }: { steps: readonly RecordStep[] }) {
  const { label, has } = useLabels('orders');
  const actorName = useActorName();
  return (
    <EventTimeline
      events={steps.toReversed().map((step) => {
        const key = `steps.${step.step}`;
        const actor = step.person && actorName(step.person.name, step.impersonatedBy?.name ?? null);
        return {
          id: step.id,
          at: step.at,
          title: has(key) ? label(key, step.detail) : step.step,
          icon: iconOf(step.step),
          text: stepNote(step),
          ...(actor ? { actor } : {}),
        };
      })}
    />
  );
}
