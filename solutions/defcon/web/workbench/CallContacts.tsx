import { Anchor, Button, Group, Menu, Text, Title } from '@mantine/core';
import { IconEye, IconPhone } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { AlarmDetail } from '#core/alarms/common/alarm.ts';
import { useAlarmAction } from '#core/alarms/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { useShortcut } from '#platform/web/shell/keyboard/shortcuts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { IncidentFile } from '../../common/incidents/incident-file.ts';
import type { Contact } from '../../common/premises/premises-file.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { type CallResult, callResults, resultsOf } from './contact-results.ts';
import classes from './Workbench.module.css';

const tones = { called: 'good', 'no-answer': 'poor', 'code-ok': 'good', 'code-wrong': 'problem' } as const;
type Props = { alarm: AlarmDetail; file: IncidentFile };

/** Whom to call, in order. A digit calls the contact with this number. */
export function CallContacts({ alarm, file: { premises } }: Props) {
  const t = useText();
  const results = resultsOf(alarm);
  const contacts = premises?.contacts ?? [];
  return (
    <section className={classes.part}>
      <Title order={3}>{t('premisesFile.callList')}</Title>
      {contacts.length === 0 ? (
        <Text size="sm">{t('workbench.noContacts')}</Text>
      ) : (
        <ol className={classes.rows}>
          {contacts.map((contact) => (
            <ContactRow key={contact.id} alarm={alarm} contact={contact} result={results.get(contact.name)} />
          ))}
        </ol>
      )}
    </section>
  );
}

type RowProps = { alarm: AlarmDetail; contact: Contact; result: CallResult | undefined };

function ContactRow({ alarm, contact, result }: RowProps) {
  const t = useText();
  const { send, pending } = useAlarmAction(alarm, 'comment');
  const [choosing, setChoosing] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  const { name, phone, position, reachable, language } = contact;
  useShortcut(
    String(position),
    t('workbench.call', { name }),
    () => {
      link.current?.focus();
      link.current?.click();
      // What came of the call is the next that is entered.
      setChoosing(send !== null);
    },
    { enabled: position <= 9, of: name },
  );
  return (
    <li>
      <div className={classes.main}>
        <Text size="sm">
          {position}. <bdi>{name}</bdi> · {t(`values.language.${language}`)}
          {!reachable && <> · {t('workbench.notNow')}</>}
        </Text>
        <Anchor
          ref={link}
          href={`tel:${phone.replaceAll(' ', '')}`}
          className={classes.touched}
          aria-label={t('workbench.call', { name })}
        >
          <IconPhone size={iconSizes.sm} aria-hidden /> <Bdi>{phone}</Bdi>
        </Anchor>
      </div>
      <Group gap="xs">
        {result && <ToneChip tone={tones[result]}>{t(`marks.${result}`)}</ToneChip>}
        {send && (
          <Menu position="bottom-end" opened={choosing} onChange={setChoosing}>
            <Menu.Target>
              <Button
                size="compact-sm"
                variant="default"
                loading={pending}
                aria-label={t('workbench.resultOf', { name })}
              >
                {t('workbench.result')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {callResults.map((mark) => (
                <Menu.Item key={mark} onClick={() => void send({ comment: name, mark })}>
                  {t(`marks.${mark}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        {contact.codeWordAt && mayAsk(alarm) && <CodeWord alarm={alarm} contact={contact} />}
      </Group>
    </li>
  );
}

/** Code words are for the company that has to act; the police calls nobody. */
const mayAsk = ({ closedAt, desk, party }: AlarmDetail): boolean =>
  closedAt === null && desk?.mine !== false && (party === null || party.role === 'monitor');

type WordProps = { alarm: AlarmDetail; contact: Contact };

/** The code word on demand. Each reading is in the timeline, so it is not read before it is needed. */
function CodeWord({ alarm, contact }: WordProps) {
  const t = useText();
  const may = usePermitted(api.incident.codeWord.route.access, { resource: alarm.structure?.id ?? null });
  const [word, setWord] = useState<string | null>(null);
  const read = useAction(api.incident.codeWord, {
    onDone: ({ codeWord }) => setWord(codeWord),
  });
  if (!may) return null;
  return word === null ? (
    <Button
      size="compact-sm"
      variant="default"
      loading={read.pending}
      leftSection={<IconEye size={iconSizes.sm} aria-hidden />}
      aria-label={t('workbench.codeWordOf', { name: contact.name })}
      onClick={() => read.run({ params: { id: alarm.id }, body: { contactId: contact.id } })}
    >
      {t('fields.codeWord')}
    </Button>
  ) : (
    <output className={classes.word}>
      <bdi>{word}</bdi>
    </output>
  );
}
