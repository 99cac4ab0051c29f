import { sql } from 'kysely';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { type CodecContent, type CodecRun, comparedMessages } from '../../common/codec.ts';
import { receptionOf } from '../accept.ts';
import { type Inbound, type Receiver, Unreadable } from '../inbound.ts';
import { readBody } from '../kinds/provided.ts';
import { type ActiveCodec, codecIdOf } from './decode-message.ts';
import { decodeUplink, type UplinkInput } from './run-codec.ts';
import { isClose, shown, versionName } from './samples.ts';

type Row = Receiver & { messageId: number; receivedAt: string; event: string; body: Buffer };

/** The uplinks of a kept message that the codec decodes. */
function uplinksOf(kit: Kit, { body, event, ...connector }: Row, codecId: number): UplinkInput[] {
  let messages: Inbound[];
  try {
    messages = readBody(kit, connector, { body, event });
  } catch (error) {
    if (error instanceof Unreadable) return [];
    throw error;
  }
  return messages.flatMap((message) =>
    message.uplink && codecIdOf(connector, message) === codecId ? [message.uplink] : [],
  );
}

async function outcomeOf(content: (CodecContent & { version: string }) | null, uplink: UplinkInput, now: number) {
  return content ? shown(await decodeUplink(content, uplink, now)) : { output: null, fault: null };
}

/** The newest messages of the connectors of a codec, decoded by its active version and by another content. */
export async function compareVersions(
  kit: Kit,
  { id, companyId }: { id: number; companyId: number },
  content: CodecContent,
): Promise<CodecRun['compared']> {
  const rows = await inSystem(kit.people.db, (tx) =>
    sql<Row>`SELECT m.id AS message_id, m.received_at, m.event, m.body, c.id, c.company_id, c.codec_id, c.kind, c.name, c.auto_create, c.allow_simulated, c.profiles, c.mapping, c.pointers
               FROM connector c JOIN connector_message m ON m.connector_id = c.id
              WHERE c.company_id = ${companyId} AND (c.codec_id = ${id} OR c.profiles @> jsonb_build_array(jsonb_build_object('codecId', ${id}::integer)))
                AND m.event IN ('up', 'message') ORDER BY m.id DESC LIMIT ${comparedMessages}`.execute(tx),
  );
  const active: ActiveCodec | null = await receptionOf(kit).codecs.find(companyId, id);
  const draft = { ...content, version: versionName(content) };
  const compared: CodecRun['compared'] = [];
  for (const row of rows.rows)
    for (const uplink of uplinksOf(kit, row, id).slice(0, comparedMessages - compared.length)) {
      const now = Date.parse(row.receivedAt);
      const [before, after] = [await outcomeOf(active, uplink, now), await outcomeOf(draft, uplink, now)];
      compared.push({
        messageId: row.messageId,
        receivedAt: row.receivedAt,
        before,
        after,
        differs: !isClose(after, before, 0),
      });
    }
  return compared;
}
