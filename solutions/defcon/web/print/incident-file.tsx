import i18next from 'i18next';
import { useFormats } from '#platform/web/i18n/formats.ts';
import type { Language } from '#platform/web/i18n/i18n.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import sheet from '#platform/web/print/Sheet.module.css';
import { SheetFacts, SheetFoot, SheetHead, SheetTable } from '#platform/web/print/Sheet.tsx';
import type { PrintPage } from '#platform/web/print/start-print.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { nameFrameOf, nameKeyOf } from '../../common/codes/meaning.ts';
import type { IncidentHit, PrintedIncident } from '../../common/incidents/incident-file.ts';
import { useGroupName, useZoneName } from '../panel/names.ts';
import { signalOf } from '../parts/event-names.ts';
import { useText } from '../texts.ts';
import classes from './IncidentFile.module.css';

type Part = { data: PrintedIncident; at(time: string): string };

/** Times to the second in the time zone of the site, from left to right also within Arabic. */
function printedAt(zone: string): (at: string) => string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => `\u2066${format.format(new Date(at))}\u2069`;
}

/** The file of an incident on A4: what was reported, what was done and by whom. Code words are not part of it. */
const IncidentFilePage: PrintPage<PrintedIncident> = ({ document: { data } }) => {
  const t = useText();
  const own = useLabels('defcon');
  const { file, handling, zone } = data;
  const at = printedAt(zone);
  const stated = Object.entries(handling.outcome ?? {}).map(([key, value]) => own.label(`values.${key}.${value}`));
  return (
    <main className={sheet.numbered}>
      <SheetHead
        title={t('print.title', { kind: own.label(`alarms.${file.kind}`), number: file.alarmId })}
        under={<bdi>{file.site?.name ?? handling.subject.name}</bdi>}
        company={data.company}
      >
        <Bdi>{zone}</Bdi>
      </SheetHead>
      <SheetFacts
        dir="auto"
        items={[
          [t('columns.rank'), t('workbench.rank', { rank: file.rank })],
          [t('print.began'), at(file.firstAt)],
          [t('print.closed'), handling.closedAt && at(handling.closedAt)],
          [t('columns.acknowledged'), handling.acknowledgedBy?.name],
          [t('print.outcome'), stated.join(' · ')],
          [t('print.address'), file.site?.address],
          [t('print.panel'), file.panel?.name],
          [t('columns.serial'), file.panel?.serial],
          [t('fields.permitNo'), file.panel?.permitNo],
          [t('print.confirmed'), t(`values.confirmed.${file.confirmed}`)],
          [
            t('print.cancelled'),
            file.cancelled && [file.cancelled.by ?? t('workbench.somebody'), at(file.cancelled.at)].join(' · '),
          ],
          [t('print.falseAlarms'), String(file.falseAlarms)],
        ]}
      />
      <Hits data={data} at={at} />
      <Photos data={data} at={at} />
      <Steps data={data} at={at} />
      <Contacts data={data} />
      <SheetFoot>
        <p>{t('print.made', { at: at(data.madeAt) })}</p>
      </SheetFoot>
    </main>
  );
};

// The names of codes and of what is done with alarms.
IncidentFilePage.namespaces = ['alarm-codes', 'alarms'];

/** The name of a code in a language. */
function codeName(hit: Pick<IncidentHit, 'code' | 'qualifier'>, language: Language): string {
  const text = i18next.getFixedT(language, 'alarm-codes');
  const signal = signalOf(hit);
  const key = nameKeyOf(signal);
  if (!key) return text('frame.unknown', { code: hit.code });
  const frame = nameFrameOf(signal);
  return frame ? text(frame, { name: text(key) }) : text(key);
}

/** What the panel has reported. Its codes are named in both languages: not everybody who reads the file shares one. */
function Hits({ data: { file }, at }: Part) {
  const t = useText();
  const { language } = useFormats();
  const own = useLabels('defcon');
  const zoneName = useZoneName();
  const groupName = useGroupName();
  const other = language === 'ar' ? 'en' : 'ar';
  return (
    <section>
      <h2>{t('print.hits')}</h2>
      <SheetTable
        headings={[t('columns.at'), t('columns.code'), t('columns.event'), t('columns.where'), t('columns.user')]}
      >
        {file.hits.map((hit) => (
          <tr key={hit.id}>
            <td>
              <Bdi>{at(hit.at)}</Bdi>
            </td>
            <td>
              <Bdi>{hit.code}</Bdi>
            </td>
            <td>
              {/^[a-z]/.test(hit.code) ? (
                own.label(`logCodes.${hit.code}`)
              ) : (
                <>
                  <bdi>{codeName(hit, language)}</bdi>
                  <br />
                  <bdi lang={other}>{codeName(hit, other)}</bdi>
                </>
              )}
            </td>
            <td>
              <bdi>
                {[hit.group && groupName(hit.group), hit.zone && zoneName(hit.zone), hit.text]
                  .filter(Boolean)
                  .join(' · ')}
              </bdi>
            </td>
            <td>
              <bdi>{hit.user ?? '–'}</bdi>
            </td>
          </tr>
        ))}
      </SheetTable>
    </section>
  );
}

/** What the panel has seen, with the zone and the time of the hit. */
function Photos({ data: { file, photos }, at }: Part) {
  const t = useText();
  const zoneName = useZoneName();
  if (photos.length === 0) return null;
  return (
    <section>
      <h2>{t('print.photos')}</h2>
      <div className={classes.photos}>
        {photos.map(({ hitId, picture }, n) => {
          const hit = file.hits.find(({ id }) => id === hitId);
          const under = hit && [hit.zone && zoneName(hit.zone), at(hit.at)].filter(Boolean).join(' · ');
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing moves on paper
            <figure key={n} className={classes.photo}>
              <img src={picture} alt={under ?? ''} />
              <figcaption>
                <bdi>{under}</bdi>
              </figcaption>
            </figure>
          );
        })}
      </div>
    </section>
  );
}

/** Each step of the handling with its time and person. */
function Steps({ data: { steps }, at }: Part) {
  const t = useText();
  const own = useLabels('defcon');
  const shared = useLabels('alarms');
  const titleOf = ({ action, data }: PrintedIncident['steps'][number]): string => {
    const { to, mark, severity } = data;
    const person = typeof to === 'object' && to !== null && 'name' in to ? to.name : '';
    if (typeof mark === 'string') return own.label(`marks.${mark}`);
    if (own.has(`alarmEvents.${action}`)) return own.label(`alarmEvents.${action}`, data);
    return shared.label(`events.${action}`, {
      person,
      severity: typeof severity === 'string' ? shared.label(`values.severity.${severity}`) : '',
    });
  };
  return (
    <section>
      <h2>{t('print.steps')}</h2>
      <SheetTable headings={[t('columns.at'), t('print.step'), t('columns.user'), t('print.comment')]}>
        {steps.map((step) => (
          <tr key={step.id}>
            <td>
              <Bdi>{at(step.at)}</Bdi>
            </td>
            <td>{titleOf(step)}</td>
            <td>
              <bdi>{step.actor?.name ?? t('print.system')}</bdi>
            </td>
            <td>
              <bdi>{step.text ?? ''}</bdi>
            </td>
          </tr>
        ))}
      </SheetTable>
    </section>
  );
}

/** Who was to be called, and which police answers. */
function Contacts({ data: { file } }: Pick<Part, 'data'>) {
  const t = useText();
  const { language } = useFormats();
  const contacts = file.premises?.contacts ?? [];
  const units = [file.station, file.headquarters].filter((one) => one !== null);
  return (
    <section>
      <h2>{t('premisesFile.callList')}</h2>
      <SheetTable headings={[t('columns.position'), t('columns.name'), t('columns.phone')]}>
        {contacts.map(({ id, position, name, phone }) => (
          <tr key={id}>
            <td>{position}</td>
            <td>
              <bdi>{name}</bdi>
            </td>
            <td>
              <Bdi>{phone}</Bdi>
            </td>
          </tr>
        ))}
        {units.map(({ id, nameEn, nameAr, phone }) => (
          <tr key={`police ${id}`}>
            <td />
            <td>
              <bdi>{language === 'ar' ? nameAr : nameEn}</bdi>
            </td>
            <td>
              <Bdi>{phone ?? ''}</Bdi>
            </td>
          </tr>
        ))}
      </SheetTable>
    </section>
  );
}

export default IncidentFilePage;
