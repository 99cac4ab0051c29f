import { useFormats } from '#platform/web/i18n/formats.ts';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import type { ShownVehicle } from '../../common/vehicle/vehicle.ts';
import { PapersChip } from '../list/PapersChip.tsx';
import { useText } from '../texts.ts';

/** The papers of a vehicle with the days for which they are valid. */
export function PapersPanel({ vehicle }: { vehicle: ShownVehicle }) {
  const t = useText();
  const paper = (name: string, number: string | null, until: string | null) =>
    [name, <Paper key={name} number={number} until={until} />] as const;
  return (
    <Facts
      title={t('papers')}
      items={[
        paper(t('registration'), vehicle.registrationNo, vehicle.registrationExpires),
        paper(
          t('insurance'),
          [vehicle.insurer, vehicle.policyNo].filter(Boolean).join(' · '),
          vehicle.insuranceExpires,
        ),
        ...vehicle.permits.map(({ kind, number, expires }) => paper(kind, number, expires)),
      ]}
    />
  );
}

function Paper({ number, until }: { number: string | null; until: string | null }) {
  const { date } = useFormats();
  return (
    <>
      <bdi>{number || '–'}</bdi>
      {until !== null && (
        <>
          {' · '}
          <bdi>{date(until, 'date')}</bdi> <PapersChip until={until} />
        </>
      )}
    </>
  );
}
