import { useEffect, useState } from 'react';
import { textsOf } from '#platform/web/i18n/texts.ts';
import { LightCard, LightFrame, LightNote } from '#platform/web/light/LightFrame.tsx';
import type { LightPage } from '#platform/web/light/light-page.ts';
import type en from './locales/en.json';

const usePassText = textsOf<typeof en>('pass');

type Pass = { room: number; holder: string };

/** The page of a pass: the room that its holder may enter. The secret is in the fragment of the address. */
export const light: LightPage = ({ api }) => {
  const authorization = `Link ${location.hash.slice(1)}`;
  const reading = fetch(`/api${api}/room/seen`, { headers: { authorization } }).then(async (reply) => {
    if (!reply.ok) return null;
    const { data }: { data: Pass } = await reply.json();
    return data;
  });
  return <ShownPass reading={reading} />;
};

function ShownPass({ reading }: { reading: Promise<Pass | null> }) {
  const t = usePassText();
  const [pass, setPass] = useState<Pass | null>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => void reading.then(setPass, setFailure), [reading]);
  if (failure) throw failure;
  return (
    <LightFrame owner={pass?.holder}>
      {pass && <LightCard title={t('room', { room: pass.room })}>{t('welcome')}</LightCard>}
      {pass === null && (
        <LightCard title={t('title')}>
          <LightNote>{t('unknown')}</LightNote>
        </LightCard>
      )}
    </LightFrame>
  );
}
