import { Stack, Text } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { HistoryButton } from '#platform/web/ui/history/History.tsx';
import { EditRecord } from '#platform/web/ui/page/EditRecord.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { Assignments } from '../Assignments.tsx';
import { tariffsAddress } from '../addresses.ts';
import { useText } from '../texts.ts';
import { useMetering } from '../use-metering.ts';
import { TariffForm } from './TariffForm.tsx';

export function EditTariffPage() {
  const t = useText();
  const navigate = useNavigate();
  const { app, calls } = useMetering();
  const params = { id: Number(useParams().id) || 0 };
  const query = useData(calls.tariff.get, { params }, { silent: true, staleTime: 0 });
  const update = useAction(calls.tariff.update, { invalidates: [calls.bill.ofMonth] });
  return (
    <EditRecord
      of={query}
      title={({ localizedName }) => localizedName}
      list={{ label: t('pages.tariffs-list'), to: tariffsAddress(app) }}
      badge={({ example }) => example && <ToneChip tone="ok">{t('tariff.example')}</ToneChip>}
      history={<HistoryButton of={calls.tariff.history} params={params} namespace="metering" />}
    >
      {(tariff) => (
        <Stack>
          {tariff.example && <Text c="dimmed">{t('tariff.exampleText')}</Text>}
          <Assignments tariff={tariff} />
          <TariffForm
            key={tariff.id}
            before={tariff}
            save={async ({ nameEn, nameAr, validFrom, terms }) => {
              await update.ask({ params, body: { nameEn, nameAr, validFrom, terms } });
              setTimeout(() => void navigate(tariffsAddress(app)));
            }}
          />
        </Stack>
      )}
    </EditRecord>
  );
}
