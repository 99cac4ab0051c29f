import { IconCircleCheck, IconCircleX, IconPackage, IconSend, IconShoppingCart } from '@tabler/icons-react';
import type { RecordStep } from '#platform/common/lifecycle/lifecycle.ts';
import { useActorName } from '#platform/web/i18n/actor-name.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { EventTimeline } from '#platform/web/ui/history/EventTimeline.tsx';

const icons: Readonly<Record<string, typeof IconSend>> = {
  sent: IconSend,
  accept: IconCircleCheck,
  fulfil: IconCircleCheck,
  reject: IconCircleX,
  cancel: IconCircleX,
  end: IconCircleX,
  allocate: IconPackage,
  order: IconShoppingCart,
};

/** The history of a device request, the newest step first. */
export function RequestTimeline({ steps }: { steps: readonly RecordStep[] }) {
  const { label } = useLabels('device-requests');
  const { number } = useFormats();
  const actorName = useActorName();
  return (
    <EventTimeline
      events={steps.toReversed().map(({ id, at, step, detail, person, impersonatedBy }) => ({
        id,
        at,
        title: label(`steps.${step}`, { count: number(Number(detail.count ?? 0)) }),
        icon: icons[step] ?? IconCircleCheck,
        ...(person ? { actor: actorName(person.name, impersonatedBy?.name ?? null) } : {}),
      }))}
    />
  );
}
