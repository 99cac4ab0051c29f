import { PlainFrame, Sections } from './PlainFrame.tsx';
import { useText } from './text.ts';

const sections = ['what', 'why', 'who', 'howLong', 'security', 'rights'] as const;

export function DataPolicyPage() {
  const t = useText();
  return (
    <PlainFrame title={t('pages.data-policy')} lead={t('policy.lead')}>
      <Sections items={sections.map((one) => ({ title: t(`policy.${one}.title`), text: t(`policy.${one}.text`) }))} />
    </PlainFrame>
  );
}
