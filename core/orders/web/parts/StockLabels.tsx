import { PdfButton } from '#core/print/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { api, useText } from '../api.ts';

/** Downloads the labels of the devices of a model in stock. */
export function StockLabels({ hardwareId, name }: { hardwareId: number; name: string }) {
  const t = useText();
  const { language } = useFormats();
  const labels = useAction(api.deployment.stockLabels);
  return (
    <PdfButton
      label={t('deploy.labels')}
      name={name}
      request={() => labels.ask({ body: { hardwareId, lang: language } })}
    />
  );
}
