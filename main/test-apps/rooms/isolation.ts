import type { Isolation, SampleRecords, SharedSide } from '#platform/server/isolation.ts';

const ofRooms = 'alarm rooms access';
const idsOf = (records: SampleRecords) => ({ id: records[ofRooms], fileId: records.alarmFile });
const answers: SharedSide['answers'] = [
  [/ \/rooms\/api\/alarm\/\{id\}/, (records) => idsOf(records)],
  // The desk of all apps.
  [/ \/alarm\/\{id\}/, (records) => idsOf(records)],
];

/** A company that is a party of the alarm sees it, its events, and its own row of parties. */
const asParty = (side: Pick<SharedSide, 'table' | 'side' | 'key' | 'record' | 'parts' | 'end'>): SharedSide => ({
  ...side,
  caller: 'other@rasid.test',
  begin: ({ one, records, companyId }) =>
    one(
      'UPDATE alarm_party SET company_id = $2, until_at = NULL, reads_on = true WHERE alarm_id = $1 RETURNING alarm_id',
      [records[ofRooms], companyId],
    ),
  answers,
});
const end: SharedSide['end'] = ({ one, records }) =>
  one('UPDATE alarm_party SET until_at = now(), reads_on = false WHERE alarm_id = $1 RETURNING alarm_id', [
    records[ofRooms],
  ]);
/** The row of a party stays its own; here it becomes that of another company. */
const leave: SharedSide['end'] = ({ one, records }) =>
  one('UPDATE alarm_party SET company_id = $2 WHERE alarm_id = $1 RETURNING alarm_id', [
    records[ofRooms],
    records.bystander,
  ]);

export const isolation: Isolation = {
  records: async ({ one, records }) => ({
    ...(await one(
      `WITH person AS (
         INSERT INTO users (company_id, email, first_name, last_name, role, kind, status, password_hash)
         VALUES ($1, 'isolation@guest.test', 'Isolated', 'Guest', 'Viewer', 'guest', 'inactive', '') RETURNING id, company_id)
       INSERT INTO user_app_role (user_id, company_id, app_id, role) SELECT id, company_id, 'rooms', 'lodger' FROM person
       RETURNING user_id AS guest`,
      [records.company],
    )),
    ...(await one(
      `INSERT INTO signed_link (company_id, app_id, kind, subject_type, subject_id, token_hash, until_at)
       VALUES ($1, 'rooms', 'pass', 'room', 7, '\\x00', now() + interval '1 day') RETURNING id AS link`,
      [records.company],
    )),
    ...(await one(
      `INSERT INTO feed (company_id, app_id, kind, subject_type, subject_id, token)
       VALUES ($1, 'rooms', 'board', 'room', 7, 'isolation') RETURNING id AS feed`,
      [records.company],
    )),
    ...(await one(
      `WITH file AS (INSERT INTO stored_file (company_id, media_type, sha256, size) VALUES ($1, 'image/webp', '', 0) RETURNING id)
       INSERT INTO proof (company_id, app_id, subject_type, subject_id, client_id, kind, done_at, received_at, file_id)
       SELECT $1, 'rooms', 'building', $2, gen_random_uuid(), 'photo', now(), now(), file.id FROM file RETURNING id AS proof`,
      [records.company, records.structure],
    )),
    ...(await one(
      `WITH bystander AS (SELECT id FROM company WHERE email = 'office@mada.test'),
            alarm AS (UPDATE alarm SET shared = true WHERE id = $1 RETURNING id, company_id),
            raised AS (INSERT INTO alarm_event (alarm_id, company_id, action) SELECT id, company_id, 'raised' FROM alarm RETURNING id),
            kept AS (INSERT INTO stored_file (company_id, media_type, sha256, size) SELECT company_id, 'application/pdf', '', 0 FROM alarm RETURNING id),
            file AS (INSERT INTO alarm_file (event_id, alarm_id, name, media_type, size, file_id)
                     SELECT raised.id, alarm.id, 'isolation.pdf', 'application/pdf', 0, kept.id FROM raised, alarm, kept RETURNING id),
            party AS (INSERT INTO alarm_party (alarm_id, company_id, owner_id, role, view)
                      SELECT alarm.id, bystander.id, alarm.company_id, 'hq', '{"subject": "Thing"}' FROM alarm, bystander)
       SELECT bystander.id AS bystander, raised.id AS "alarmEvent", file.id AS "alarmFile" FROM bystander, raised, file`,
      [records[ofRooms]],
    )),
  }),
  companyWide: [
    [/ \/rooms\/api\/geo-fence\/\{id\}/, 'geofences are of the company'],
    [/ \/rooms\/api\/guest\/\{id\}/, 'guests are of the company'],
    [/ \/rooms\/api\/room\/((link|feed)\/)?\{id\}/, 'links and feeds are of the company'],
  ],
  shared: {
    'POST /rooms/api/room/{id}/link': 'rooms are numbers: the link is one of the caller’s company',
    'POST /rooms/api/room/{id}/feed': 'rooms are numbers: the feed is one of the caller’s company',
    'DELETE /rooms/api/room/{id}/feed': 'rooms are numbers: only feeds of the caller’s company end',
    'DELETE /rooms/api/room/{id}/link': 'rooms are numbers: only links of the caller’s company end',
  },
  owners: [
    [/ \/rooms\/api\/room\/feed\/\{id\}/, (f) => ({ id: f.feed })],
    [/ \/rooms\/api\/room\/link\/\{id\}/, (f) => ({ id: f.link })],
    [/ \/\S+\/guest\/\{id\}/, (f) => ({ id: f.guest })],
    [/ \/\S+\/(cell|space)\/\{id\}/, (f) => ({ id: f.space })],
    [/ \/\S+\/building\/\{id\}/, (f) => ({ id: f.structure, proofId: f.proof })],
    [/ \/\S+\/geo-fence\/\{id\}/, (f) => ({ id: f.geofence })],
    [/ \/\S+\/watch-alarm\/\{id\}/, (f) => ({ id: f['alarm rooms watch'] })],
  ],
  ownOnly: ['GET {api}/room/count'],
  sharedRows: [
    asParty({ table: 'alarm', side: 'parties', record: (records) => records[ofRooms], end }),
    asParty({
      table: 'alarm_event',
      side: 'parties',
      record: ({ alarmEvent }) => alarmEvent,
      parts: { alarm_file: 'event_id' },
      end,
    }),
    asParty({
      table: 'alarm_party',
      side: 'company_id',
      key: 'alarm_id',
      record: (records) => records[ofRooms],
      end: leave,
    }),
    {
      table: 'alarm_party',
      side: 'owner_id',
      key: 'alarm_id',
      caller: 'wadi@rasid.test',
      begin: ({ one, records, companyId }) => one(belongsTo, [records[ofRooms], companyId]),
      end: ({ one, records }) => one(belongsTo, [records[ofRooms], records.company]),
      record: (records) => records[ofRooms],
      answers,
    },
  ],
};

/** Gives the alarm to another owner, whose party stays. */
const belongsTo = `
  WITH alarm AS (UPDATE alarm SET company_id = $2, structure_id = NULL WHERE id = $1 RETURNING id),
       event AS (UPDATE alarm_event SET company_id = $2 WHERE alarm_id = $1),
       file AS (UPDATE stored_file s SET company_id = $2 FROM alarm_file f WHERE f.alarm_id = $1 AND s.id = f.file_id)
  UPDATE alarm_party p SET owner_id = $2 FROM alarm WHERE p.alarm_id = alarm.id RETURNING p.alarm_id`;
